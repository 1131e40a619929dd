import { t } from '@lingui/core/macro';
import { EVERYBODY_DAYS, FIRST_VIEWS, type FirstViewsPromise } from '@zapdeck/contract/first-views';
import { useFirstViewsPromise } from '../../lib/first-views-promise.ts';
import { timeSpan } from '../../lib/time-span.ts';

function promiseInWords({ promised, recent }: FirstViewsPromise): string {
  if (promised === 'everybody')
    return t`If it is approved, everybody who comes in its first ${EVERYBODY_DAYS} days sees it in their deck. Then you get a report.`;
  if (!recent)
    return t`If it is approved, we show it to ${FIRST_VIEWS} people who haven’t seen it. Then you get a report.`;
  const { medianS, nineOfTenS } = recent;
  return t`If it is approved, we show it to ${FIRST_VIEWS} people who haven’t seen it. Lately that took ${{ median: timeSpan(medianS) }} for half of the apps, and at most ${{ nineOfTen: timeSpan(nineOfTenS) }} for nine of ten. Then you get a report.`;
}

/** Tells the maker the promise for an approved app. Shows nothing until it is known. */
export function FirstViewsNote() {
  const { data } = useFirstViewsPromise();
  return data ? <p className="rounded-field bg-raised px-4 py-3 text-sm">{promiseInWords(data)}</p> : null;
}
