import { t } from '@lingui/core/macro';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { formatPercent } from '../../../lib/numbers.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

/** A pool below this is too small. */
const POOL_SMALL = 150;
/** A share of fresh content above this, in percent, is too high. */
const FRESH_HIGH = 75;

/** Returns warnings about the parameters. Empty if there are none. */
export function warningsOf({ maxDiversityPool, freshContentPriority }: AlgorithmParams): string[] {
  return [
    ...(maxDiversityPool < POOL_SMALL
      ? [t`Max Diversity Pool is too small (${maxDiversityPool}): everyone sees the same few apps first.`]
      : []),
    ...(freshContentPriority > FRESH_HIGH
      ? [
          t`Fresh Content Priority is too high (${{ percent: formatPercent(freshContentPriority / 100) }}): users run out of fresh apps soon.`,
        ]
      : []),
  ];
}

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
