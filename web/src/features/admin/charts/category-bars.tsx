import { plural, t } from '@lingui/core/macro';
import type { StatsHistory } from '@zapdeck/contract/instance/stats';
import { formatCount } from '../../../lib/numbers.ts';
import { say } from '../../../lib/say.ts';

type Counts = StatsHistory['categories'][number];

const tooltipOf = ({ approved, pending, rejected }: Counts) =>
  t`${plural(approved, { one: '# approved app', other: '# approved apps' })}, ${plural(pending, { other: '# pending' })}, ${plural(rejected, { other: '# rejected' })}`;

const countsInWords = ({ approved, pending, rejected }: Counts) =>
  t`${plural(approved, { other: '# approved' })}, ${plural(pending, { other: '# pending' })}, ${plural(rejected, { other: '# rejected' })}`;

/** Number of apps per category: a table with bars. */
export function CategoryBars({ categories }: { categories: StatsHistory['categories'] }) {
  const most = Math.max(1, ...categories.map((one) => one.approved + one.pending + one.rejected));
  return (
    <section aria-labelledby="categories-heading" className="card dash-chart">
      <h3 id="categories-heading" className="font-semibold">{t`Categories`}</h3>
      <p className="dash-legend tabular">
        <span className="dash-legend-item" data-colour="up">{t`Approved`}</span>
        <span className="dash-legend-item" data-colour="amber">{t`Pending`}</span>
        <span className="dash-legend-item" data-colour="down">{t`Rejected`}</span>
      </p>
      {categories.length === 0 ? (
        <p className="dash-plot dash-plot-none">{t`There are no apps yet.`}</p>
      ) : null}
      <ul className="dash-bars">
        {categories.map((counts) => {
          const { category, approved, pending, rejected } = counts;
          return (
            <li key={category} title={tooltipOf(counts)}>
              <span className="truncate">{say(category)}</span>
              <span aria-hidden="true" className="dash-bar">
                <i data-colour="up" style={{ width: `${(approved / most) * 100}%` }} />
                <i data-colour="amber" style={{ width: `${(pending / most) * 100}%` }} />
                <i data-colour="down" style={{ width: `${(rejected / most) * 100}%` }} />
              </span>
              <span className="tabular">
                <span aria-hidden="true">{formatCount(approved)}</span>
                <span className="sr-only">{countsInWords(counts)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
