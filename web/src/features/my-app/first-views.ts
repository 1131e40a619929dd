import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  EVERYBODY_DAYS,
  type OwnFirstViews,
  ownFirstViews,
  type Promised,
  type Rate,
  type TriedTime,
  VERSION_DAYS,
  VERSION_VIEWS,
  type ViewBudget,
} from '@zapdeck/contract/feed/first-views';
import { call } from '../../lib/call.ts';
import { formatCount } from '../../lib/numbers.ts';
import { ownAppKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { inPercent, timeInWords } from './own-stats.ts';

export const reportTitle = ({ kind }: Pick<ViewBudget, 'kind'>): string =>
  kind === 'first' ? t`Your first report` : t`Report of your new version`;

/** Returns the number of counted views: "37 of its first 100 views". */
export function progressInWords(budget: ViewBudget, promised: Promised): string {
  const { kind, views, wanted, startedAt } = budget;
  if (promised === 'everybody' && startedAt === null) return t`Not started yet`;
  if (promised === 'everybody')
    return plural(views, { one: '# person has seen it', other: '# people have seen it' });
  const count = formatCount(views);
  return kind === 'first'
    ? plural(wanted, { one: `${count} of its first view`, other: `${count} of its first # views` })
    : plural(wanted, {
        one: `${count} of # view of the new version`,
        other: `${count} of # views of the new version`,
      });
}

/** Returns the next step of the budget. */
export function nextInWords({ startedAt, isPaused, finishedAt }: ViewBudget, promised: Promised): string {
  if (finishedAt !== null) return t`All views are in. Your report follows in a few minutes.`;
  if (isPaused) return t`The app isn’t shown right now. Counting continues once it is back.`;
  if (startedAt === null)
    return promised === 'everybody'
      ? t`Once it is approved, everybody who comes in its first ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} sees it in their deck.`
      : t`Starts once it is approved.`;
  return promised === 'everybody'
    ? t`Everybody who comes in its first ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} sees it in their deck. Then you get a report.`
    : t`Only people who haven’t seen it before count. Then you get a report.`;
}

/** Returns the promise for a new version, and how often one can be sent. */
export const versionInWords = (promised: Promised): string =>
  promised === 'everybody'
    ? t`Changed a lot? Once we have reviewed the new version, it is shown for ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} to everybody who hasn’t seen the app. Then you get a report. You can do this every ${plural(VERSION_DAYS, { one: 'day', other: '# days' })}.`
    : t`Changed a lot? Once we have reviewed the new version, we show it to ${plural(VERSION_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen the app. Then you get a report. You can do this every ${plural(VERSION_DAYS, { one: 'day', other: '# days' })}.`;

/** Returns a range of shares: "17 % to 37 %". */
export const rangeInWords = ({ low, high }: Rate): string =>
  t`${{ low: inPercent(Math.round(100 * low) / 100) }} to ${{ high: inPercent(Math.round(100 * high) / 100) }}`;

/** Returns a range of times: "3 s to 10 s". */
export function timesInWords({ fromMs, toMs }: TriedTime): string {
  if (toMs === null) return t`${{ time: timeInWords(fromMs) }} or more`;
  if (fromMs === 0) return t`Less than ${{ time: timeInWords(toMs) }}`;
  return t`${{ from: timeInWords(fromMs) }} to ${{ to: timeInWords(toMs) }}`;
}

const REFRESH_MS = 30_000;

const keyOf = (id: string) => [...ownAppKey(id), 'first-views'];

/** Returns the first views of the app. They are polled while the screen is open. */
export function useFirstViews(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(ownFirstViews, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Stores first views from a response, and invalidates the history. Cancels a running read, which would restore old ones. */
export async function keepFirstViews(id: string, firstViews: OwnFirstViews): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(id) });
  queryClient.setQueryData(keyOf(id), firstViews);
  void queryClient.invalidateQueries({ queryKey: [...ownAppKey(id), 'history'] });
}
