import { t } from '@lingui/core/macro';
import { algorithmHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import {
  ALGORITHM_TYPES,
  type AlgorithmParams,
  algorithmFields,
  algorithmHistory,
} from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { inWords } from '../parts/words/in-words.ts';
import { Switch } from '../parts/switch.tsx';
import { oneOf } from '../../../lib/one-of.ts';
import { ConfigCard } from './config-card.tsx';
import { algorithmForm } from './definitions.ts';
import { FeedPreviewSheet } from './feed-preview-sheet.tsx';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberFields } from './number-field.tsx';
import { ParameterWarnings } from './parameter-warnings.tsx';
import { type Stored, useConfigForm } from './use-config-form.ts';
import { instance } from '../../../lib/instance.ts';

function hintOf(name: string, min: number, max: number): string {
  switch (name) {
    case 'maxDiversityPool':
      return t`Best unseen apps to choose from: ${min} to ${max}, never less than Apps Per Page`;
    case 'recycledContentThreshold':
      return t`Percentage of the catalogue that a user sees before apps repeat: ${min} to ${max}`;
    case 'freshContentPriority':
      return t`Percentage of a page for unseen apps: ${min} to ${max}`;
    default:
      return t`${min} to ${max}`;
  }
}

/** Form for the recommendation parameters. */
export function AlgorithmCard({ stored }: { stored: Stored<AlgorithmParams> }) {
  const form = useConfigForm(algorithmForm, stored);
  const [open, setOpen] = useState<'history' | 'preview'>();
  return (
    <>
      <ConfigCard
        title={t`Recommendation Algorithm Parameters`}
        text={t`How ${{ name: instance.name }} chooses the apps of a page. Saved parameters apply from the next page on.`}
        form={form}
        saveLabel={t`Save parameters`}
        onHistory={() => setOpen('history')}
        actions={<Button variant="secondary" onClick={() => setOpen('preview')}>{t`Preview feed`}</Button>}
      >
        <div className="dash-fields">
          <Field
            label={inWords('algorithmType')}
            hint={t`Normal mixes fresh and seen apps. Semi-simple sorts by upvotes, Simple by score.`}
          >
            {(control) => (
              <SelectInput
                {...control}
                value={form.typed.algorithmType}
                onChange={(event) => form.set('algorithmType', oneOf(ALGORITHM_TYPES, event.target.value))}
              >
                {ALGORITHM_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {inWords(type)}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <NumberFields form={form} fields={algorithmFields} hintOf={hintOf} />
        </div>
        <Switch
          label={inWords('categoryDiversityEnabled')}
          note={t`Picks one app from each category in turn`}
          checked={form.typed.categoryDiversityEnabled}
          onChange={(enabled) => form.set('categoryDiversityEnabled', enabled)}
        />
        <ParameterWarnings params={form.values} onFix={form.fill} />
      </ConfigCard>
      <HistorySheet
        open={open === 'history'}
        onClose={() => setOpen(undefined)}
        path={algorithmHistory.path}
        file={algorithmHistoryCsv}
        read={(signal) => callWithHeaders(algorithmHistory, { query: { limit: HISTORY_SHOWN } }, { signal })}
        title={t`History of parameters`}
        onUse={(values) => form.fill(values)}
      />
      <FeedPreviewSheet
        open={open === 'preview'}
        onClose={() => setOpen(undefined)}
        params={form.values}
        isUnsaved={form.isUnsaved}
      />
    </>
  );
}
