import { plural, t } from '@lingui/core/macro';
import {
  EVERYBODY_DAYS,
  type Promised,
  type Rate,
  type TriedTime,
  VERSION_DAYS,
  VERSION_VIEWS,
  type ViewBudget,
} from '@zapdeck/contract/first-views';
import { formatCount } from '../../../lib/numbers.ts';
import { inPercent, timeInWords } from '../numbers/number-words.ts';

/** Returns the title of a report. */
export const reportTitle = ({ kind }: Pick<ViewBudget, 'kind'>): string =>
  kind === 'first' ? t`Your first report` : t`Report of your new version`;

/** Returns the number of counted views: "37 of its first 100 views". */
export function progressInWords({ kind, views, wanted }: ViewBudget, promised: Promised): string {
  if (promised === 'everybody')
    return plural(views, { one: '# person has seen it', other: '# people have seen it' });
  const [count, all] = [formatCount(views), formatCount(wanted)];
  return kind === 'first'
    ? t`${count} of its first ${all} views`
    : t`${count} of ${all} views of the new version`;
}

/** Returns the next step of the budget. */
export function nextInWords({ startedAt, isPaused, finishedAt }: ViewBudget, promised: Promised): string {
  if (finishedAt !== null) return t`All views are in. Your report follows in a few minutes.`;
  if (isPaused) return t`Paused while the app isn’t shown. It goes on where it stopped.`;
  if (startedAt === null)
    return promised === 'everybody'
      ? t`Once it is approved, everybody who comes in its first ${EVERYBODY_DAYS} days sees it in their deck.`
      : t`Starts once it is approved.`;
  return promised === 'everybody'
    ? t`Everybody who comes in its first ${EVERYBODY_DAYS} days sees it in their deck. Then you get a report.`
    : t`Only people who haven’t seen it before count. Then you get a report.`;
}

/** Returns the promise for a new version. */
export const versionInWords = (promised: Promised): string =>
  promised === 'everybody'
    ? t`Once we have reviewed it, it is shown for ${EVERYBODY_DAYS} days to everybody who hasn’t seen it. Then you get a report. Once in ${VERSION_DAYS} days.`
    : t`${VERSION_VIEWS} new people see it once we have reviewed it, and you get a report. Once in ${VERSION_DAYS} days.`;

/** Returns the promise for a new version of an app without first views. */
export const unpromisedInWords = (promised: Promised): string =>
  promised === 'everybody'
    ? t`This app has no promised first views. A new version is shown for ${EVERYBODY_DAYS} days to everybody who hasn’t seen it.`
    : t`This app has no promised first views. A new version gets ${VERSION_VIEWS}.`;

/** Returns a range of shares: "17 % to 37 %". */
export const rangeInWords = ({ low, high }: Rate): string =>
  t`${{ low: inPercent(Math.round(100 * low) / 100) }} to ${{ high: inPercent(Math.round(100 * high) / 100) }}`;

/** Returns a range of times: "3 s to 10 s". */
export function timesInWords({ fromMs, toMs }: TriedTime): string {
  if (fromMs === 0) return toMs === null ? t`Any time` : t`Less than ${{ time: timeInWords(toMs) }}`;
  if (toMs === null) return t`${{ time: timeInWords(fromMs) }} or more`;
  return t`${{ from: timeInWords(fromMs) }} to ${{ to: timeInWords(toMs) }}`;
}
