import { moderationHistoryCsv } from '@zapdeck/contract/csv-exports';
import { type ModerationSettings, moderationHistory } from '@zapdeck/contract/moderation';
import { useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { Switch } from '../parts/switch.tsx';
import { ConfigCard } from './config-card.tsx';
import { moderationBounds, moderationForm } from './definitions.ts';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberField } from './number-field.tsx';
import { useConfigForm } from './use-config-form.ts';

const labels = {
  reportsToHold: 'Members Until Held Back',
  reporterAgeHours: 'Youngest Account Counted',
  hoursUntilMail: 'Hours Until the Mail',
} as const;

const hours = { reportsToHold: '', reporterAgeHours: ' hours old', hoursUntilMail: ' hours' } as const;

/** When reports take an app out of sight, and when admins are mailed of what waits. */
export function ModerationCard({ stored }: { stored: ModerationSettings }) {
  const form = useConfigForm(moderationForm, stored);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const field = (name: keyof typeof labels) => {
    const { min, max } = moderationBounds[name];
    return (
      <NumberField
        label={labels[name]}
        hint={`${min} to ${max}${hours[name]}`}
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
        title="Moderation"
        text="What reports do by themselves, and who hears of what waits."
        isUnsaved={form.isUnsaved}
        saveLabel="Save Moderation"
        onSave={form.save}
        onDiscard={form.discard}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <Switch
          label="Hold back what is reported"
          note="An app that enough different members have reported waits for a moderator, out of the deck."
          checked={form.typed.isHoldingEnabled}
          onChange={(isHoldingEnabled) => form.set('isHoldingEnabled', isHoldingEnabled)}
        />
        <div className="dash-fields">
          {field('reportsToHold')}
          {field('reporterAgeHours')}
        </div>
        <Switch
          label="Daily mail to admins"
          note="Once a day, to admins with a verified email, while something has waited for longer."
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
        title="History of moderation"
        onUse={(values) => form.fill(values)}
      />
    </>
  );
}
