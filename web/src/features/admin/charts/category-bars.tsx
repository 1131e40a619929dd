import { t } from '@lingui/core/macro';
import type { StatsHistory } from '@zapdeck/contract/stats';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';

/** How many apps each category has: a table whose numbers are drawn as bars. */
export function CategoryBars({ categories }: { categories: StatsHistory['categories'] }) {
  const most = Math.max(1, ...categories.map((one) => one.approved + one.pending + one.rejected));
  return (
    <section aria-labelledby="categories-heading" className="card dash-chart">
      <h3 id="categories-heading" className="font-semibold">{t`Categories`}</h3>
      <p className="dash-legend tabular">
        <span className="dash-legend-item" data-colour="up">{t`approved`}</span>
        <span className="dash-legend-item" data-colour="amber">{t`pending`}</span>
        <span className="dash-legend-item" data-colour="down">{t`rejected`}</span>
      </p>
      {categories.length === 0 ? (
        <p className="dash-plot dash-plot-none">{t`There are no apps yet.`}</p>
      ) : null}
      <ul className="dash-bars">
        {categories.map(({ category, approved, pending, rejected }) => (
          <li
            key={category}
            title={t`${formatCounted(approved, 'approved app')}, ${pending} pending, ${rejected} rejected`}
          >
            <span className="truncate">{category}</span>
            <span aria-hidden="true" className="dash-bar">
              <i data-colour="up" style={{ width: `${(approved / most) * 100}%` }} />
              <i data-colour="amber" style={{ width: `${(pending / most) * 100}%` }} />
              <i data-colour="down" style={{ width: `${(rejected / most) * 100}%` }} />
            </span>
            <span className="tabular">
              <span>{formatCount(approved)}</span>
              <span className="sr-only">{` approved, ${pending} pending, ${rejected} rejected`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
