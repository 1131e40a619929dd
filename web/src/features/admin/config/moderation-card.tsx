import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { moderationHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import { type ModerationSettings, moderationHistory } from '@zapdeck/contract/moderation/moderation';
import { useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { Switch } from '../parts/switch.tsx';
import { ConfigCard } from './config-card.tsx';
import { moderationBounds, moderationForm } from './definitions.ts';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberField } from './number-field.tsx';
import { useConfigForm } from './use-config-form.ts';

const labels = {
  reportsToHold: msg`Members needed to hold an app back`,
  reporterAgeHours: msg`Minimum account age`,
  holdsPerHour: msg`Maximum holds per hour`,
  hoursUntilMail: msg`Hours until the email`,
};

function boundsInWords(name: keyof typeof labels): string {
  const { min, max } = moderationBounds[name];
  switch (name) {
    case 'reporterAgeHours':
      return t`${min} to ${max} hours. Reports of younger accounts do not count.`;
    case 'hoursUntilMail':
      return t`${min} to ${max} hours`;
    default:
      return t`${min} to ${max}`;
  }
}

const holdingInWords = () =>
  t`If enough members report an app, it leaves the deck until a moderator decides.`;

/** Form for the moderation settings: automatic hiding by reports, and reminder mails. */
export function ModerationCard({ stored }: { stored: ModerationSettings }) {
  const form = useConfigForm(moderationForm, stored);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const field = (name: keyof typeof labels) => {
    const { min, max } = moderationBounds[name];
    return (
      <NumberField
        label={i18n._(labels[name])}
        hint={boundsInWords(name)}
        step={1}
        min={min}
        max={max}
        value={form.typed[name]}
        onType={(text) => form.set(name, text)}
        onLeave={() => form.set(name, String(form.values[name]))}
      />
    );
  };
  return (
    <>
      <ConfigCard
        title={t`Moderation`}
        text={t`Automatic holds, and reminders for admins.`}
        isUnsaved={form.isUnsaved}
        saveLabel={t`Save moderation`}
        save={form.save}
        onDiscard={form.discard}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <Switch
          label={t`Hold back reported apps`}
          note={holdingInWords()}
          checked={form.typed.isHoldingEnabled}
          onChange={(isHoldingEnabled) => form.set('isHoldingEnabled', isHoldingEnabled)}
        />
        <div className="dash-fields">
          {field('reportsToHold')}
          {field('reporterAgeHours')}
          {field('holdsPerHour')}
        </div>
        <Switch
          label={t`Daily email to admins`}
          note={t`Sent to admins while an item waits longer than this:`}
          checked={form.typed.isDailyMailEnabled}
          onChange={(isDailyMailEnabled) => form.set('isDailyMailEnabled', isDailyMailEnabled)}
        />
        <div className="dash-fields">{field('hoursUntilMail')}</div>
      </ConfigCard>
      <HistorySheet
        open={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        path={moderationHistory.path}
        file={moderationHistoryCsv}
        read={(signal) => callWithHeaders(moderationHistory, { query: { limit: HISTORY_SHOWN } }, { signal })}
        title={t`History of moderation`}
        onUse={(values) => form.fill(values)}
      />
    </>
  );
}
