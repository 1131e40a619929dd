import { plural, t } from '@lingui/core/macro';
import type { TriedTime } from '@zapdeck/contract/feed/first-views';
import { timesInWords } from './budget-words.ts';

/** Bars with the number of people per range of time in the app. */
export function TriedBars({ tried }: { tried: readonly TriedTime[] }) {
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
