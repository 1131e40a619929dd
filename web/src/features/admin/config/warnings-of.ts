import { t } from '@lingui/core/macro';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { formatPercent } from '../../../lib/numbers.ts';

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
