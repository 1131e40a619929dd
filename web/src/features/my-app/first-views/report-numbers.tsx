import { t } from '@lingui/core/macro';
import type { FirstViewsReport } from '@zapdeck/contract/feed/first-views';
import type { Elements } from '../../../lib/elements.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { say } from '../../../lib/say.ts';
import { inPercent, timeInWords } from '../numbers/number-words.ts';
import { rangeInWords } from './budget-words.ts';
import { RateKey, RateScale } from './rate-scale.tsx';

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
export function ReportNumbers({ report }: { report: FirstViewsReport }) {
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
