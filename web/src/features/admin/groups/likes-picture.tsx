import { plural, t } from '@lingui/core/macro';
import type { GroupApp } from '@zapdeck/contract/moderation/vote-groups';
import type { CSSProperties } from 'react';
import { AppLink } from '../parts/app-link.tsx';
import { dayInWords } from './group-words.ts';
import './groups.css';

const DAY_MS = 24 * 3_600_000;
/** Minimum number of days. Likes of few days are then close together. */
const DAYS_MIN = 14;

/** Returns all days from the first to the last like, at least two weeks. */
function daysOf(apps: readonly GroupApp[]): string[] {
  const times = apps.flatMap(({ days }) => days.map(({ day }) => Date.parse(day)));
  if (times.length === 0) return [];
  const last = Math.max(...times);
  const first = Math.min(last - (DAYS_MIN - 1) * DAY_MS, ...times);
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const likesInWords = (count: number) => plural({ count }, { one: '# like', other: '# likes' });

/** One row per app and one square per day. Similar rows were liked together. */
export function LikesPicture({ apps }: { apps: readonly GroupApp[] }) {
  const days = daysOf(apps);
  const most = Math.max(1, ...apps.flatMap((app) => app.days.map(({ likes }) => likes)));
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 gap-2.5">
        {apps.map((app) => {
          const likes = new Map(app.days.map((one) => [one.day, one.likes]));
          return (
            <li key={app.id}>
              <p className="flex items-baseline justify-between gap-3 text-sm">
                <AppLink
                  app={app}
                  className="-my-2.5 min-w-0 truncate py-2.5 underline decoration-line-strong"
                />
                <span className="tabular shrink-0 text-muted">{likesInWords(app.likes)}</span>
              </p>
              <div className="dash-like-days" aria-hidden="true">
                {days.map((day) => {
                  const count = likes.get(day) ?? 0;
                  return (
                    <span
                      key={day}
                      title={t`${{ day: dayInWords(day) }}: ${{ likes: likesInWords(count) }}`}
                      data-liked={count > 0 || undefined}
                      style={{ '--share': count / most } as CSSProperties}
                    />
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="tabular flex justify-between text-xs text-muted">
        <span>{dayInWords(days[0])}</span>
        <span>{dayInWords(days.at(-1))}</span>
      </p>
    </div>
  );
}
