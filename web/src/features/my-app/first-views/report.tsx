import { plural, t } from '@lingui/core/macro';
import { type FirstViewsReport, SPLIT_MIN, type ViewBudget } from '@zapdeck/contract/first-views';
import { formatCount } from '../../../lib/numbers.ts';
import { say } from '../../../lib/say.ts';
import { inPercent, timeInWords } from '../numbers/number-words.ts';
import { rangeInWords, reportTitle } from './budget-words.ts';
import { TriedBars } from './tried-bars.tsx';

interface NumberProps {
  name: string;
  value: string;
  note: string;
  /** The median of other apps. */
  others: string | null;
}

function ReportNumber({ name, value, note, others }: NumberProps) {
  return (
    <div className="grid content-start gap-0.5 rounded-field bg-raised p-3.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="display tabular text-2xl">{value}</dd>
      <dd className="text-xs text-muted">{note}</dd>
      {others === null ? null : <dd className="mt-1 text-sm font-medium">{others}</dd>}
    </div>
  );
}

/** Returns the median of other apps in words: "Median in Games: 18 %". */
function medianInWords({ medians }: FirstViewsReport, value: string): string | null {
  if (!medians) return null;
  return medians.category === null
    ? t`Median of all apps: ${value}`
    : t`Median in ${{ category: say(medians.category) }}: ${value}`;
}

function Numbers({ report }: { report: FirstViewsReport }) {
  const { members, likes, likeRate, triedMs, place, medians, category } = report;
  return (
    <dl className="report-numbers">
      {likeRate && likes !== null ? (
        <ReportNumber
          name={t`Like rate`}
          value={inPercent(likeRate.rate)}
          note={t`${{ likes: formatCount(likes) }} of ${{ members: formatCount(members) }} liked it. Probable range: ${{ range: rangeInWords(likeRate) }}`}
          others={medianInWords(report, inPercent(medians?.likeRate ?? null))}
        />
      ) : null}
      {triedMs === null ? null : (
        <ReportNumber
          name={t`Median time in app`}
          value={timeInWords(triedMs)}
          note={t`until a like, pass or zap`}
          others={medianInWords(report, timeInWords(medians?.triedMs ?? null))}
        />
      )}
      {place ? (
        <ReportNumber
          name={t`Place`}
          value={`#${formatCount(place.rank)}`}
          note={t`of ${{ apps: formatCount(place.of) }} in ${{ category: say(category) }}, by score, when the report was made`}
          others={null}
        />
      ) : null}
    </dl>
  );
}

/** Report about the first views of a budget: numbers, times and medians of other apps. */
export function Report({ budget, report }: { budget: ViewBudget; report: FirstViewsReport }) {
  const { members, tried, medians } = report;
  return (
    <article className="grid content-start gap-4">
      <header>
        <h3 className="font-semibold">{reportTitle(budget)}</h3>
        <p className="text-sm text-muted">
          {plural(budget.views, {
            one: '# person saw it for the first time',
            other: '# people saw it for the first time',
          })}
        </p>
        {budget.note === null ? null : (
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {budget.note}
          </p>
        )}
      </header>
      <Numbers report={report} />
      {tried.length > 0 ? <TriedBars tried={tried} /> : null}
      <p className="text-sm text-muted">
        {members < SPLIT_MIN
          ? t`Fewer than ${SPLIT_MIN} members saw it. More numbers could reveal who they are.`
          : t`Likes and times are about the ${{ members: formatCount(members) }} people with an account. Guests can’t like.`}
      </p>
      {members >= SPLIT_MIN && !medians ? (
        <p className="text-sm text-muted">{t`There are too few other reports to compare with.`}</p>
      ) : null}
    </article>
  );
}
