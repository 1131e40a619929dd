import { plural, t } from '@lingui/core/macro';
import { EVERYBODY_DAYS, FIRST_VIEWS, type FirstViewsPromise } from '@zapdeck/contract/feed/first-views';
import Eye from 'lucide-react/icons/eye';
import { useFirstViewsPromise } from '../../lib/first-views-promise.ts';
import { timeSpan } from '../../lib/time-span.ts';

function promiseInWords({ promised, recent }: FirstViewsPromise): string {
  if (promised === 'everybody')
    return t`If it is approved, everybody who comes in its first ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} sees it in their deck. Then you get a report.`;
  if (!recent)
    return t`If it is approved, we show it to ${plural(FIRST_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen it. Then you get a report.`;
  const { medianS, nineOfTenS } = recent;
  return t`If it is approved, we show it to ${plural(FIRST_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen it, and send you a report. Lately, half of the apps took ${{ median: timeSpan(medianS) }}, and nine out of ten took at most ${{ nineOfTen: timeSpan(nineOfTenS) }}.`;
}

const titleOf = ({ promised }: FirstViewsPromise): string =>
  promised === 'everybody'
    ? t`Everyone will see your app`
    : plural(FIRST_VIEWS, {
        one: 'Your first view is guaranteed',
        other: 'Your first # views are guaranteed',
      });

/** Tells the maker the promise for an approved app. Renders nothing until it is known. */
export function FirstViewsNote() {
  const { data } = useFirstViewsPromise();
  if (!data) return null;
  return (
    <div className="flex gap-3 rounded-field bg-raised px-4 py-3 text-sm">
      <Eye size={20} className="shrink-0 text-brand-ink" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{titleOf(data)}</p>
        <p className="text-muted">{promiseInWords(data)}</p>
      </div>
    </div>
  );
}
