import type { DayOfApp } from '@zapdeck/contract/own-app-stats';
import { dayInWords, inDigits } from './number-words.ts';

/** The numbers behind the lines, the newest day first, for whoever wants or needs them in figures. */
export function DaysTable({ days }: { days: readonly DayOfApp[] }) {
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-brand-ink underline-offset-4 hover:underline">
        The numbers of each day
      </summary>
      <table className="tabular mt-2 w-full text-sm">
        <caption className="pb-2 text-left text-muted">By UTC; today is not over.</caption>
        <thead>
          <tr className="border-b border-line text-left">
            {['Day', 'Views', 'Likes', 'Visits', 'Shares'].map((name, column) => (
              <th key={name} scope="col" className={`py-2 font-semibold ${column > 0 ? 'text-right' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views, likes, visits, shares }) => (
            <tr key={date} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {dayInWords(date)}
              </th>
              <td className="text-right">{inDigits(views)}</td>
              <td className="text-right">{inDigits(likes)}</td>
              <td className="text-right">{inDigits(visits)}</td>
              <td className="text-right">{inDigits(shares)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
