import { t } from '@lingui/core/macro';
import { weightsHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import { type SavedWeights, weightsHistory } from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { inWords } from '../parts/words/in-words.ts';
import { ConfigCard } from './config-card.tsx';
import { weight, weightsForm, weightsOf } from './definitions.ts';
import { DryRunSheet } from './dry-run-sheet.tsx';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberField } from './number-field.tsx';
import { Recalculate } from './recalculate.tsx';
import { type Stored, useConfigForm } from './use-config-form.ts';

const fields = () =>
  [
    ['upvoteWeight', t`Added for each upvote`, 0.1],
    ['downvoteWeight', t`Subtracted for each downvote`, 0.1],
    ['viewWeight', t`Added for each view`, 0.01],
    ['timeWeight', t`Added for each millisecond`, 0.1],
  ] as const;

/** Form for the ranking weights. Saved weights take effect with the recalculation. */
export function WeightsCard({ stored }: { stored: Stored<SavedWeights> }) {
  const form = useConfigForm(weightsForm, stored);
  const [open, setOpen] = useState<'history' | 'dry-run'>();
  const isWaiting =
    JSON.stringify(weightsOf(stored.values)) !== JSON.stringify(weightsOf(stored.values.inForce));
  return (
    <>
      <ConfigCard
        title={t`Ranking Formula Weights`}
        text={t`How votes, views and time change the score of an app. Recalculate to apply saved weights.`}
        form={form}
        saveLabel={t`Save weights`}
        onHistory={() => setOpen('history')}
        actions={
          <Button variant="secondary" onClick={() => setOpen('dry-run')}>{t`Preview rankings`}</Button>
        }
      >
        <div className="dash-fields">
          {fields().map(([name, hint, step]) => (
            <NumberField
              key={name}
              label={inWords(name)}
              hint={hint}
              step={step}
              value={form.typed[name]}
              onType={(text) => form.set(name, text)}
              onLeave={() => form.set(name, String(weight(form.typed[name])))}
            />
          ))}
        </div>
        <Recalculate form={form} isWaiting={isWaiting} />
      </ConfigCard>
      <HistorySheet
        open={open === 'history'}
        onClose={() => setOpen(undefined)}
        path={weightsHistory.path}
        file={weightsHistoryCsv}
        read={(signal) => callWithHeaders(weightsHistory, { query: { limit: HISTORY_SHOWN } }, { signal })}
        title={t`History of weights`}
        onUse={(values) => form.fill(values)}
      />
      <DryRunSheet
        open={open === 'dry-run'}
        onClose={() => setOpen(undefined)}
        weights={weightsOf(form.values)}
      />
    </>
  );
}
