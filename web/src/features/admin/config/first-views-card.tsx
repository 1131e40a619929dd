import { plural, t } from '@lingui/core/macro';
import {
  type AdminFirstViews,
  adminFirstViews,
  GUEST_VIEWS_PERCENT,
  WEEKLY_PEOPLE_MIN,
} from '@zapdeck/contract/feed/first-views';
import { formatCount, formatPercent, formatScore, timeSpan } from '../../../lib/numbers.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { call } from '../../../lib/call.ts';
import { AppLink } from '../parts/app-link.tsx';

/** Returns the cost in likes of places for newcomers, in words. */
export function costInWords(cost: AdminFirstViews['cost']): string {
  const { newcomerPlaces, places, newcomerLikeRate, otherLikeRate } = cost;
  if (places === 0 || newcomerLikeRate === null || otherLikeRate === null)
    return t`Too few views in the last seven days to tell.`;
  const share = newcomerPlaces / places;
  const lost = formatScore(100 * share * (otherLikeRate - newcomerLikeRate));
  const newcomerShare = formatPercent(share);
  const newcomers = formatPercent(newcomerLikeRate);
  const others = formatPercent(otherLikeRate);
  return newcomerLikeRate < otherLikeRate && lost !== formatScore(0)
    ? t`${newcomerShare} of the dealt cards were newcomers. Like rate: newcomers ${newcomers}, others ${others}. That is ${lost} fewer likes per 100 views.`
    : t`${newcomerShare} of the dealt cards were newcomers. Like rate: newcomers ${newcomers}, others ${others}. They cost no likes.`;
}

const REFRESH_MS = 60_000;

function promiseInWords({ promised, cameThisWeek, weeklyPeople }: AdminFirstViews): string {
  return promised === 'everybody'
    ? t`${plural(cameThisWeek, { one: '# person', other: '# people' })} came in the last seven days. ${{ counted: formatCount(weeklyPeople) }} of them count, because guests and unconfirmed accounts can be at most ${{ share: formatPercent(GUEST_VIEWS_PERCENT / 100) }}. With fewer than ${WEEKLY_PEOPLE_MIN}, makers are promised that everybody who comes sees their app.`
    : t`Every new app is shown to people who haven’t seen it, until it has its first views.`;
}

function backlogInWords({ open }: AdminFirstViews): string {
  return open === 0
    ? t`No app waits for first views.`
    : plural(open, { one: '# app waits for first views.', other: '# apps wait for first views.' });
}

function delayInWords({ open, behind, mostBehindS }: AdminFirstViews): string | null {
  if (open === 0) return null;
  if (behind === 0) return t`All are on time.`;
  const time = timeSpan(mostBehindS);
  return plural(behind, {
    one: `# is behind its schedule, by ${time}.`,
    other: `# are behind their schedule, by up to ${time}.`,
  });
}

function Facts({ firstViews }: { firstViews: AdminFirstViews }) {
  const { oldest, paused, recent, share } = firstViews;
  const delay = delayInWords(firstViews);
  return (
    <dl className="first-views-facts">
      <div>
        <dt>{t`Backlog`}</dt>
        <dd>{backlogInWords(firstViews)}</dd>
        {delay === null ? null : (
          <dd className={firstViews.behind > 0 ? 'font-medium text-amber-ink' : 'text-muted'}>{delay}</dd>
        )}
        {paused > 0 ? (
          <dd className="text-muted">
            {plural(paused, {
              one: '# more is paused, because it is not shown.',
              other: '# more are paused, because they are not shown.',
            })}
          </dd>
        ) : null}
      </div>
      {oldest ? (
        <div>
          <dt>{t`Longest wait`}</dt>
          <dd>
            <AppLink
              app={{ id: oldest.appId, title: oldest.title }}
              className="-my-2.5 inline-block py-2.5"
            />
          </dd>
          <dd className="text-muted">
            {t`${{ views: formatCount(oldest.views) }} of ${plural(oldest.wanted, { one: '# view', other: '# views' })}`}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t`Fresh places reserved for newcomers`}</dt>
        <dd>{formatPercent(share)}</dd>
      </div>
      {recent ? (
        <div>
          <dt>{t`Time to reach the views`}</dt>
          <dd>
            {t`Median: ${{ median: timeSpan(recent.medianS) }}. Nine out of ten apps: at most ${{ nineOfTen: timeSpan(recent.nineOfTenS) }}`}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t`What it costs`}</dt>
        <dd>{costInWords(firstViews.cost)}</dd>
      </div>
    </dl>
  );
}

/** Backlog of first views, and its cost in likes. */
export function FirstViewsCard() {
  const query = useQuery({
    queryKey: ['admin', adminFirstViews.path],
    queryFn: ({ signal }) => call(adminFirstViews, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-labelledby="first-views-heading" className="card dash-config">
      <h2 id="first-views-heading" className="display text-heading">{t`First views`}</h2>
      <QueryView
        query={query}
        failure={t`Couldn’t load the first views`}
        skeleton={<ListSkeleton rows={2} />}
      >
        {(firstViews) => (
          <>
            <p className="text-muted">{promiseInWords(firstViews)}</p>
            <Facts firstViews={firstViews} />
          </>
        )}
      </QueryView>
    </section>
  );
}
