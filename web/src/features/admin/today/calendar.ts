import { t } from '@lingui/core/macro';
import {
  daysAhead,
  type DaySet,
  nextToday,
  readToday,
  TODAY_AGAIN_DAYS,
  TODAY_AHEAD_DAYS,
  TODAY_APPS_MIN,
} from '@zapdeck/contract/feed/today';
import { instance } from '../../../lib/instance.ts';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';

/** Says which app Zapdeck would choose now, and why. */
export function choiceInWords({ app, reason }: Calendar['next']): string {
  const title = app?.title ?? '';
  switch (reason) {
    case 'trending':
      return t`Right now ${{ name: instance.name }} would choose “${title}”, the best of Trending that was never chosen.`;
    case 'longest_ago':
      return t`Right now ${{ name: instance.name }} would choose “${title}”. All apps were chosen before, and this one longest ago.`;
    case 'too_few':
      return t`${{ name: instance.name }} chooses no app while there are fewer than ${TODAY_APPS_MIN} approved ones.`;
    case 'all_recent':
      return t`${{ name: instance.name }} would choose no app: all were chosen in the last ${TODAY_AGAIN_DAYS} days.`;
  }
}

const DAY_MS = 24 * 3_600_000;
/** Number of days that the card always shows. */
const DAYS_SHOWN = 7;

/** A day of the calendar. The id is the date. */
export interface CalendarDay {
  id: string;
  app: DaySet['app'];
  isToday: boolean;
}

export interface Calendar {
  days: readonly CalendarDay[];
  next: ResponseOf<typeof nextToday>;
}

export const calendarKey = ['admin', daysAhead.path] as const;

/** Returns the UTC date in this many days. */
export const dateIn = (days: number, nowMs = Date.now()): string =>
  new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);

export const lastDate = (): string => dateIn(TODAY_AHEAD_DAYS);

/** Returns the next seven days, and later ones that admins have set. */
export function daysOf(nowMs: number, todaysApp: DaySet['app'], ahead: readonly DaySet[]): CalendarDay[] {
  const set = new Map(ahead.map(({ date, app }) => [date, app]));
  const dates = new Set([
    ...Array.from({ length: DAYS_SHOWN }, (_, days) => dateIn(days, nowMs)),
    ...set.keys(),
  ]);
  return [...dates]
    .sort()
    .map((id, index) => ({ id, app: index === 0 ? todaysApp : (set.get(id) ?? null), isToday: index === 0 }));
}

export async function readCalendar(signal: AbortSignal): Promise<Calendar> {
  const [latest, ahead, next] = await Promise.all([
    call(readToday, { query: { limit: 1 } }, { signal }),
    call(daysAhead, {}, { signal }),
    call(nextToday, {}, { signal }),
  ]);
  const nowMs = Date.now();
  const [pick] = latest;
  const app = pick?.date === dateIn(0, nowMs) ? pick.app : null;
  return { days: daysOf(nowMs, app && { ...app, status: 'approved' }, ahead), next };
}

const format = localized(
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

export const dateInWords = (date: string): string => format().format(new Date(date));
