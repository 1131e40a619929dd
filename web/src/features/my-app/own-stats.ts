import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ownAppHistory } from '@zapdeck/contract/apps/own-app';
import { ownAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { call, callWithHeaders } from '../../lib/call.ts';
import { localized } from '../../lib/localized.ts';
import { ownAppKey } from '../../lib/own-apps.ts';
import { pageOf, usePagedList } from '../../lib/paged-list.ts';
import { formatPercent } from '../../lib/numbers.ts';

const tenths = localized((locales) => new Intl.NumberFormat(locales, { maximumFractionDigits: 1 }));
const day = localized(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Formats a share in percent, or a dash for null. */
export const inPercent = (share: number | null): string => (share === null ? '–' : formatPercent(share));

/** Formats a date such as `2026-01-31` without the year. */
export const dayInWords = (date: string): string => day().format(Date.parse(date));

/** Formats a duration: 3.4 s, 2 min 5 s, or a dash for null. */
export function timeInWords(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 60_000) return t`${{ seconds: tenths().format(ms / 1000) }} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor((ms % 60_000) / 1000);
  return seconds === 0 ? t`${minutes} min` : t`${minutes} min ${seconds} s`;
}

const EVENTS = 20;

/** Returns the app's statistics. They are read again when the screen is reopened. */
export function useOwnStats(id: string) {
  return useQuery({
    queryKey: [...ownAppKey(id), 'stats'],
    queryFn: () => call(ownAppStats, { params: { id } }),
  });
}

/** Returns the history of the app, the newest event first. */
export function useOwnHistory(id: string) {
  return usePagedList([...ownAppKey(id), 'history'], async (offset) =>
    pageOf(await callWithHeaders(ownAppHistory, { params: { id }, query: { limit: EVENTS, offset } })),
  );
}
