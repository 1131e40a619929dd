import { t } from '@lingui/core/macro';
import { algorithmHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import { ALGORITHM_TYPES, type AlgorithmParams, algorithmHistory } from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { inWords } from '../parts/words/in-words.ts';
import { Switch } from '../parts/switch.tsx';
import { oneOf } from '../../../lib/one-of.ts';
import { ConfigCard } from './config-card.tsx';
import { algorithmForm, bounds } from './definitions.ts';
import { FeedPreviewSheet } from './feed-preview-sheet.tsx';
import { HISTORY_SHOWN, HistorySheet } from './history-sheet.tsx';
import { NumberField } from './number-field.tsx';
import { ParameterWarnings } from './parameter-warnings.tsx';
import { useConfigForm } from './use-config-form.ts';
import { instance } from '../../../lib/instance.ts';

const numbers = () =>
  [
    ['appsPerPage', t`Apps Per Page`],
    ['maxDiversityPool', t`Max Diversity Pool`],
    ['recycledContentThreshold', t`Recycled Content Threshold (%)`],
    ['freshContentPriority', t`Fresh Content Priority (%)`],
  ] as const;

function boundsInWords(name: ReturnType<typeof numbers>[number][0]): string {
  const { min, max } = bounds[name];
  switch (name) {
    case 'appsPerPage':
      return t`${min} to ${max}`;
    case 'maxDiversityPool':
      return t`Best unseen apps to choose from: ${min} to ${max}, never less than Apps Per Page`;
    case 'recycledContentThreshold':
      return t`Percentage of the catalogue that a user sees before apps repeat: ${min} to ${max}`;
    case 'freshContentPriority':
      return t`Percentage of a page for unseen apps: ${min} to ${max}`;
  }
}

/** Form for the recommendation parameters; specification, sections 4, 5 and 9. */
export function AlgorithmCard({ stored }: { stored: AlgorithmParams }) {
  const form = useConfigForm(algorithmForm, stored);
  const [open, setOpen] = useState<'history' | 'preview'>();
  return (
    <>
      <ConfigCard
        title={t`Recommendation Algorithm Parameters`}
        text={t`How ${{ name: instance.name }} chooses the apps of a page. Saved parameters apply from the next page on.`}
        isUnsaved={form.isUnsaved}
        saveLabel={t`Save parameters`}
        save={form.save}
        onDiscard={form.discard}
        onHistory={() => setOpen('history')}
        actions={<Button variant="secondary" onClick={() => setOpen('preview')}>{t`Preview feed`}</Button>}
      >
        <div className="dash-fields">
          <Field
            label={t`Algorithm`}
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
          {numbers().map(([name, label]) => (
            <NumberField
              key={name}
              label={label}
              hint={boundsInWords(name)}
              step={1}
              min={bounds[name].min}
              max={bounds[name].max}
              value={form.typed[name]}
              onType={(text) => form.set(name, text)}
              onLeave={() => form.set(name, String(form.values[name]))}
            />
          ))}
        </div>
        <Switch
          label={t`Category diversity`}
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
