import { t } from '@lingui/core/macro';
import type { AlgorithmParams, SavedWeights } from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TodayCard } from '../today/today-card.tsx';
import { CatalogueCare } from './catalogue-care.tsx';
import { StoredConfig } from './config-card.tsx';
import { DeepDive } from './deep-dive.tsx';
import { DryRunSheet } from './dry-run-sheet.tsx';
import { FeedPreviewSheet } from './feed-preview-sheet.tsx';
import { FirstViewsCard } from './first-views-card.tsx';
import { ParameterWarnings } from './parameter-warnings.tsx';
import { Recalculate } from './recalculate.tsx';
import { advertisementSettings, algorithmSettings, weightSettings, weightsOf } from './settings.ts';
import { PlainSettings, SettingsCard } from './settings-card.tsx';
import { type Stored, useConfigForm, useStored } from './use-config-form.ts';

/** The ranking weights. Saved weights take effect with the recalculation. */
function WeightsCard({ stored }: { stored: Stored<SavedWeights> }) {
  const form = useConfigForm(weightSettings.form, stored);
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting =
    JSON.stringify(weightsOf(stored.values)) !== JSON.stringify(weightsOf(stored.values.inForce));
  return (
    <>
      <SettingsCard
        settings={weightSettings}
        form={form}
        actions={<Button variant="secondary" onClick={() => setIsOpen(true)}>{t`Preview rankings`}</Button>}
      >
        <Recalculate form={form} isWaiting={isWaiting} />
      </SettingsCard>
      <DryRunSheet open={isOpen} onClose={() => setIsOpen(false)} weights={weightsOf(form.values)} />
    </>
  );
}

/** The recommendation parameters. */
function AlgorithmCard({ stored }: { stored: Stored<AlgorithmParams> }) {
  const form = useConfigForm(algorithmSettings.form, stored);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SettingsCard
        settings={algorithmSettings}
        form={form}
        actions={<Button variant="secondary" onClick={() => setIsOpen(true)}>{t`Preview feed`}</Button>}
      >
        <ParameterWarnings params={form.values} onFix={form.fill} />
      </SettingsCard>
      <FeedPreviewSheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        params={form.values}
        isUnsaved={form.isUnsaved}
      />
    </>
  );
}

/** Settings of the feed's order, their explanation, and the upkeep of its numbers. */
export default function RankingPage() {
  const weights = useStored(weightSettings.form).data?.values;
  const params = useStored(algorithmSettings.form).data?.values;
  return (
    <div className="dash-configs dash-config-columns">
      <div className="dash-configs">
        <StoredConfig of={weightSettings.form}>{(stored) => <WeightsCard stored={stored} />}</StoredConfig>
        <PlainSettings settings={advertisementSettings} />
      </div>
      <StoredConfig of={algorithmSettings.form}>{(stored) => <AlgorithmCard stored={stored} />}</StoredConfig>
      {weights && params ? (
        <div className="dash-config-wide">
          <DeepDive inForce={weights.inForce} params={params} />
        </div>
      ) : null}
      <TodayCard />
      <div className="dash-configs">
        <FirstViewsCard />
        <CatalogueCare />
      </div>
    </div>
  );
}
