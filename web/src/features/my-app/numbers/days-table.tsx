import { t } from '@lingui/core/macro';
import type { DayOfApp } from '@zapdeck/contract/apps/own-app-stats';
import { dayInWords } from './number-words.ts';
import { formatCount } from '../../../lib/numbers.ts';

/** The values of the chart as a table, the newest day first. */
export function DaysTable({ days }: { days: readonly DayOfApp[] }) {
  return (
    <details className="day-numbers mt-4">
      <summary className="inline-flex min-h-11 items-center font-medium text-brand-ink underline-offset-4 hover:underline">{t`Daily numbers`}</summary>
      <table className="tabular mt-2 w-full text-sm">
        <caption className="text-muted">{t`Days in UTC. Today is incomplete.`}</caption>
        <thead>
          <tr className="border-b border-line">
            {[t`Day`, t`Views`, t`Likes`, t`Page visits`, t`Shares`].map((name) => (
              <th key={name} scope="col" className="py-2 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views, likes, visits, shares }) => (
            <tr key={date} className="border-b border-line">
              <th scope="row" className="py-1.5 font-normal">
                {dayInWords(date)}
              </th>
              <td>{formatCount(views)}</td>
              <td>{formatCount(likes)}</td>
              <td>{formatCount(visits)}</td>
              <td>{formatCount(shares)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
