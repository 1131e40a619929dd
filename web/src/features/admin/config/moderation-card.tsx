import { t } from '@lingui/core/macro';
import { moderationHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import {
  moderationFields,
  moderationHistory,
  type ModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import { useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { Switch } from '../parts/switch.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { ConfigCard } from './config-card.tsx';
import { moderationForm } from './definitions.ts';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberFields } from './number-field.tsx';
import { type Stored, useConfigForm } from './use-config-form.ts';

function hintOf(name: string, min: number, max: number): string {
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
export function ModerationCard({ stored }: { stored: Stored<ModerationSettings> }) {
  const form = useConfigForm(moderationForm, stored);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const numbers = { form, fields: moderationFields, hintOf };
  return (
    <>
      <ConfigCard
        title={t`Moderation`}
        text={t`Automatic holds, and reminders for admins.`}
        form={form}
        saveLabel={t`Save moderation`}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <Switch
          label={inWords('isHoldingEnabled')}
          note={holdingInWords()}
          checked={form.typed.isHoldingEnabled}
          onChange={(isHoldingEnabled) => form.set('isHoldingEnabled', isHoldingEnabled)}
        />
        <div className="dash-fields">
          <NumberFields {...numbers} names={['reportsToHold', 'reporterAgeHours', 'holdsPerHour']} />
        </div>
        <Switch
          label={inWords('isDailyMailEnabled')}
          note={t`Sent to admins while an item waits longer than this:`}
          checked={form.typed.isDailyMailEnabled}
          onChange={(isDailyMailEnabled) => form.set('isDailyMailEnabled', isDailyMailEnabled)}
        />
        <div className="dash-fields">
          <NumberFields {...numbers} names={['hoursUntilMail']} />
        </div>
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
