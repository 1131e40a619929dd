import { plural, t } from '@lingui/core/macro';
import { type FirstViewsReport, SPLIT_MIN, type ViewBudget } from '@zapdeck/contract/feed/first-views';
import { formatCount } from '../../../lib/numbers.ts';
import { reportTitle } from './budget-words.ts';
import './first-views.css';
import { ReportNumbers } from './report-numbers.tsx';
import { TriedBars } from './tried-bars.tsx';
import { VersionNote } from './version-note.tsx';

/** Report about the first views of a budget: numbers, times and medians of other apps. */
export function Report({ budget, report }: { budget: ViewBudget; report: FirstViewsReport }) {
  const { members, tried, medians } = report;
  return (
    <article className="report">
      <header className="grid content-start gap-2">
        <div>
          <h3 className="font-semibold">{reportTitle(budget)}</h3>
          <p className="text-sm text-muted">
            {plural(budget.views, {
              one: '# person saw it for the first time',
              other: '# people saw it for the first time',
            })}
          </p>
        </div>
        {budget.note === null ? null : <VersionNote note={budget.note} />}
      </header>
      <div className="report-body">
        <ReportNumbers report={report} />
        {tried.length > 1 ? <TriedBars tried={tried} /> : null}
        <p className="text-sm text-muted">
          {members < SPLIT_MIN
            ? t`Fewer than ${SPLIT_MIN} members saw it. More numbers could reveal who they are.`
            : t`Likes and times cover the ${{ members: formatCount(members) }} people with an account. Guests can’t like.`}
        </p>
        {members >= SPLIT_MIN && !medians ? (
          <p className="text-sm text-muted">{t`There are too few other reports to compare with.`}</p>
        ) : null}
      </div>
    </article>
  );
}
