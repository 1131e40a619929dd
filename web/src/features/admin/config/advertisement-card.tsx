import { t } from '@lingui/core/macro';
import { advertisementHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import {
  type AdvertisementConfig,
  advertisementFields,
  advertisementHistory,
} from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { Switch } from '../parts/switch.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { ConfigCard } from './config-card.tsx';
import { advertisementForm } from './definitions.ts';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberField } from './number-field.tsx';
import { type Stored, useConfigForm } from './use-config-form.ts';

const { min, max } = advertisementFields.zapsBetweenAds;

/** Returns true if the field accepts the text. Values out of range are ignored. */
function isTaken(text: string): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) <= max);
}

/** Form for the advertisement configuration. */
export function AdvertisementCard({ stored }: { stored: Stored<AdvertisementConfig> }) {
  const form = useConfigForm(advertisementForm, stored);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <ConfigCard
        title={t`Advertisement Configuration`}
        text={t`Ads interrupt members after a number of zaps. Guests never see one.`}
        form={form}
        saveLabel={t`Save advertisement`}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <Switch
          label={inWords('enabled')}
          checked={form.typed.enabled}
          onChange={(enabled) => form.set('enabled', enabled)}
        />
        <div className="dash-fields">
          <NumberField
            label={inWords('zapsBetweenAds')}
            hint={t`${min} to ${max}`}
            step={1}
            min={min}
            max={max}
            value={form.typed.zapsBetweenAds}
            onType={(text) => isTaken(text) && form.set('zapsBetweenAds', text)}
            onLeave={() => form.set('zapsBetweenAds', String(form.values.zapsBetweenAds))}
          />
        </div>
      </ConfigCard>
      <HistorySheet
        open={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        path={advertisementHistory.path}
        file={advertisementHistoryCsv}
        read={(signal) =>
          callWithHeaders(advertisementHistory, { query: { limit: HISTORY_SHOWN } }, { signal })
        }
        title={t`History of advertisements`}
        onUse={(values) => form.fill(values)}
      />
    </>
  );
}
