import { plural, t } from '@lingui/core/macro';
import {
  type FirstViewsReport,
  type Rate,
  SPLIT_MIN,
  type TriedTime,
  type ViewBudget,
} from '@zapdeck/contract/feed/first-views';
import type { Elements } from '../../lib/elements.ts';
import { formatCount } from '../../lib/numbers.ts';
import { say } from '../../lib/say.ts';
import { rangeInWords, reportTitle, timesInWords } from './first-views.ts';
import { inPercent, timeInWords } from './own-stats.ts';
import './first-views.css';

/** The maker's text about a new version. */
export function VersionNote({ note }: { note: string }) {
  return (
    <p dir="auto" className="border-s-2 border-brand ps-3 text-sm whitespace-pre-line wrap-anywhere">
      {note}
    </p>
  );
}

const at = (share: number): string => `${100 * share}%`;

interface Props {
  rate: Rate;
  median: number | null;
}

/** A share and its interval on a scale from 0 to 100 %, with a line at the median of other apps. Texts say the same. */
function RateScale({ rate: { rate, low, high }, median }: Props) {
  return (
    <svg className="rate-scale rtl:-scale-x-100" aria-hidden="true">
      <rect className="rate-whole" y="9" width="100%" height="2" rx="1" />
      <rect className="rate-range" x={at(low)} y="5" width={at(high - low)} height="10" rx="5" />
      {median === null ? null : (
        <line className="rate-median" x1={at(median)} y1="1" x2={at(median)} y2="19" />
      )}
      <circle className="rate-value" cx={at(rate)} cy="10" r="6" />
    </svg>
  );
}

/** Key to the mark of the interval or the median. */
function RateKey({ of }: { of: 'range' | 'median' }) {
  return (
    <svg className="rate-key" data-of={of} viewBox="0 0 14 10" aria-hidden="true">
      {of === 'range' ? (
        <rect width="14" height="10" rx="5" />
      ) : (
        <line className="rate-median" x1="7" y1="1" x2="7" y2="9" />
      )}
    </svg>
  );
}

interface NumberProps {
  name: string;
  value: string;
  note: string;
  children?: Elements;
}

function ReportNumber({ name, value, note, children = null }: NumberProps) {
  return (
    <div className="report-number grid content-start gap-0.5 rounded-field bg-raised p-3.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="display tabular text-2xl">{value}</dd>
      <dd className="text-xs text-muted">{note}</dd>
      {children}
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

function Line({ mark = null, text }: { mark?: Elements; text: string | null }) {
  if (text === null) return null;
  return (
    <dd className="mt-1 text-sm font-medium">
      {mark}
      <span>{text}</span>
    </dd>
  );
}

function LikeRate({ report }: { report: FirstViewsReport }) {
  const { members, likes, likeRate, medians } = report;
  if (!likeRate || likes === null) return null;
  const median = medians?.likeRate ?? null;
  return (
    <ReportNumber
      name={t`Like rate`}
      value={inPercent(likeRate.rate)}
      note={t`${{ likes: formatCount(likes) }} of ${{ members: formatCount(members) }} liked it.`}
    >
      <dd aria-hidden="true" className="my-2">
        <RateScale rate={likeRate} median={median} />
        <div className="tabular mt-0.5 flex justify-between text-xs text-muted">
          <span>{inPercent(0)}</span>
          <span>{inPercent(1)}</span>
        </div>
      </dd>
      <Line mark={<RateKey of="range" />} text={t`Probable range: ${{ range: rangeInWords(likeRate) }}`} />
      <Line mark={<RateKey of="median" />} text={medianInWords(report, inPercent(median))} />
    </ReportNumber>
  );
}

/** The numbers of a report, each with the median of other apps. */
function ReportNumbers({ report }: { report: FirstViewsReport }) {
  const { triedMs, place, medians, category } = report;
  return (
    <dl className="report-numbers">
      <LikeRate report={report} />
      {triedMs === null ? null : (
        <ReportNumber
          name={t`Median time in app`}
          value={timeInWords(triedMs)}
          note={t`until a like, pass or zap`}
        >
          <Line text={medianInWords(report, timeInWords(medians?.triedMs ?? null))} />
        </ReportNumber>
      )}
      {place ? (
        <ReportNumber
          name={t`Rank`}
          value={`#${formatCount(place.rank)}`}
          note={t`of ${{ apps: formatCount(place.of) }} in ${{ category: say(category) }}, by score, when the report was made`}
        />
      ) : null}
    </dl>
  );
}

/** Bars with the number of people per range of time in the app. */
function TriedBars({ tried }: { tried: readonly TriedTime[] }) {
  const most = Math.max(...tried.map(({ people }) => people));
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-semibold">{t`Time in the app`}</figcaption>
      <ul className="tried">
        {tried.map((range) => (
          <li key={range.fromMs} className="tried-row">
            <span className="text-sm">{timesInWords(range)}</span>
            <svg aria-hidden="true" className="tried-bar rtl:-scale-x-100">
              <rect width={`${(100 * range.people) / most}%`} height="100%" rx="4" fill="currentColor" />
            </svg>
            <span className="tabular text-end text-sm text-muted">
              {plural(range.people, { one: '# person', other: '# people' })}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

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
