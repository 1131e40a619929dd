import { t } from '@lingui/core/macro';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { formatPercent } from '../../../lib/numbers.ts';
import { warningsOf } from './warnings-of.ts';

const presets = [
  { pool: 200, fresh: 60 },
  { pool: 150, fresh: 50 },
] as const;

interface Props {
  params: AlgorithmParams;
  onFix: (values: Partial<AlgorithmParams>) => void;
}

/** Warnings about the parameters, with two presets that fix them. */
export function ParameterWarnings({ params, onFix }: Props) {
  const warnings = warningsOf(params);
  return (
    <div className="dash-note" data-tone={warnings.length > 0 ? 'amber' : undefined}>
      <Status className="grid gap-2">
        {warnings.map((text) => (
          <p key={text} className="flex gap-2 font-semibold text-amber-ink">
            <TriangleAlert size={19} aria-hidden="true" className="shrink-0" />
            <span>{text}</span>
          </p>
        ))}
      </Status>
      <p className="text-sm">{t`Advice: fresh content ${{ low: formatPercent(0.5) }} to ${{ high: formatPercent(0.7) }}, diversity pool 150 to 250.`}</p>
      <div className="dash-buttons">
        {presets.map(({ pool, fresh }) => (
          <Button
            key={pool}
            variant="secondary"
            onClick={() => onFix({ maxDiversityPool: pool, freshContentPriority: fresh })}
          >{t`Quick fix: pool ${pool}, fresh ${{ percent: formatPercent(fresh / 100) }}`}</Button>
        ))}
      </div>
    </div>
  );
}
