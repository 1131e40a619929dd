import { t } from '@lingui/core/macro';
import type { OwnAppTotals } from '@zapdeck/contract/apps/own-app';
import { formatCount } from '../../../lib/numbers.ts';
import { countApps } from './use-own-apps.ts';

/** Sums over all apps of the member, regardless of the filters. */
export function OwnTotals({ totals }: { totals: OwnAppTotals }) {
  const shown = [
    { label: t`Apps`, count: countApps(totals) },
    { label: t`Likes`, count: totals.likes },
    { label: t`Views`, count: totals.views },
  ];
  return (
    <div className="card mb-4 overflow-clip py-4">
      <dl className="-ms-px flex flex-wrap gap-y-4 text-center">
        {shown.map(({ label, count }) => (
          <div key={label} className="flex grow basis-24 flex-col-reverse border-s border-line px-2">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="display tabular text-heading">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
