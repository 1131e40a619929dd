import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { type DayOfApp, OWN_STATS_DAYS, type OwnAppStats } from '@zapdeck/contract/apps/own-app-stats';
import type { ReactNode } from 'react';
import { QueryView } from '../../components/ui/query-view.tsx';
import { ScoreTerms } from '../../components/ui/score-terms.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { LineChart } from './line-chart.tsx';
import { dayInWords, inPercent, timeInWords, useOwnStats } from './own-stats.ts';
import { Section } from './section.tsx';

/** The values of the chart as a table, the newest day first. */
function DaysTable({ days }: { days: readonly DayOfApp[] }) {
  return (
    <details className="day-numbers mt-4">
      <summary className="inline-flex min-h-11 items-center font-medium text-brand-ink underline-offset-4 hover:underline">{t`Daily numbers`}</summary>
      <table className="tabular mt-2 w-full text-sm">
        <caption className="text-muted">{t`Days in UTC. Today is incomplete.`}</caption>
        <thead>
          <tr className="border-b border-line">
            {[t`Day`, t`Views`, t`Likes`, t`Page visits`, t`Shares`].map((name) => (
              <th key={name} scope="col" className="py-2 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views, likes, visits, shares }) => (
            <tr key={date} className="border-b border-line">
              <th scope="row" className="py-1.5 font-normal">
                {dayInWords(date)}
              </th>
              <td>{formatCount(views)}</td>
              <td>{formatCount(likes)}</td>
              <td>{formatCount(visits)}</td>
              <td>{formatCount(shares)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const looks = () => ({
  ok: { className: 'bg-up-soft text-up-ink', text: t`Your page loads and can be shown in the deck.` },
  refused: {
    className: 'bg-amber-soft text-amber-ink',
    text: t`Your site blocks embedding, so people see a preview with an Open button.`,
  },
  unreachable: {
    className: 'bg-down-soft text-down-ink',
    text: t`We can’t reach your site. Until it’s back, your app is shown last.`,
  },
  unknown: { className: 'bg-raised text-muted', text: t`Your page has not been checked yet.` },
});

function CheckTimes({ checkedAt, unreachableSince }: { checkedAt: string; unreachableSince: string | null }) {
  return unreachableSince === null ? (
    <span>
      <Trans>
        <span>Last check</span> <TimeAgo moment={checkedAt} />
        <span>.</span>
      </Trans>
    </span>
  ) : (
    <span>
      <Trans>
        <span>Last check</span> <TimeAgo moment={checkedAt} />
        <span>, first failed</span> <TimeAgo moment={unreachableSince} />
        <span>.</span>
      </Trans>
    </span>
  );
}

/** Result and time of the last check of the app's page. */
function Health({ health }: { health: OwnAppStats['health'] }) {
  const { frameStatus, reason, checkedAt, unreachableSince } = health;
  const { className, text } = looks()[frameStatus];
  return (
    <div className={`grid gap-1 rounded-field px-3.5 py-3 text-sm ${className}`}>
      <p className="font-semibold">{text}</p>
      {reason === null || frameStatus === 'ok' ? null : <p className="wrap-anywhere">{`${reason}.`}</p>}
      <p>
        {checkedAt === null ? (
          t`Not checked yet`
        ) : (
          <CheckTimes checkedAt={checkedAt} unreachableSince={unreachableSince} />
        )}
      </p>
    </div>
  );
}

const tilesClass = 'grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,22%),1fr))] gap-3';

function Tile({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 rounded-field bg-raised p-3.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="display tabular text-2xl wrap-anywhere">{value}</dd>
      {note === undefined ? null : <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className={tilesClass}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((tile) => (
        <div key={tile} className="skeleton h-16 rounded-field" />
      ))}
    </div>
  );
}

function MedianNote({ stats: { tries, triedUntil } }: { stats: OwnAppStats }) {
  if (triedUntil === null) return <span>{t`updated every few minutes`}</span>;
  return (
    <span>
      <Trans>
        <span>
          <Plural value={tries} one="of # try" other="of # tries" />
        </span>
        <span>, updated</span> <TimeAgo moment={triedUntil} />
      </Trans>
    </span>
  );
}

function Numbers({ stats }: { stats: OwnAppStats }) {
  const { place } = stats;
  return (
    <dl className={tilesClass}>
      <Tile name={t`Views`} value={formatCount(stats.views)} />
      <Tile
        name={t`Likes`}
        value={formatCount(stats.likes)}
        note={t`Trending counts only likes from decks`}
      />
      <Tile name={t`Like rate`} value={inPercent(stats.likeRate)} note={t`likes per view`} />
      <Tile name={t`Dislikes`} value={formatCount(stats.dislikes)} />
      <Tile
        name={t`Median time in app`}
        value={timeInWords(stats.medianTriedMs)}
        note={<MedianNote stats={stats} />}
      />
      <Tile name={t`Page visits`} value={formatCount(stats.visits)} note={t`to its public page`} />
      <Tile name={t`Shares`} value={formatCount(stats.shares)} />
      <Tile
        name={t`Rank`}
        value={place ? `#${formatCount(place.rank)}` : '–'}
        note={
          place ? t`of ${{ apps: formatCount(place.of) }} in its category, by score` : t`once it is approved`
        }
      />
    </dl>
  );
}

/** Says why there are no statistics yet. */
function NothingYet({ status, heldAt }: Pick<OwnApp, 'status' | 'heldAt'>) {
  const text = {
    approved: t`No views yet. New apps get reserved spots in the deck: check back tomorrow, or share its page.`,
    pending:
      heldAt === null
        ? t`People see it once it is approved, which takes 24-48 hours. We’ll email you.`
        : t`People can’t see it while it’s paused.`,
    rejected: t`People can’t see it because it’s not in the deck.`,
  }[status];
  return <p className="rounded-field bg-raised px-3.5 py-3 text-sm text-muted">{text}</p>;
}

const lines = () =>
  [
    [t`Views`, 'views'],
    [t`Likes`, 'likes'],
    [t`Page visits`, 'visits'],
    [t`Shares`, 'shares'],
  ] as const;

function Shown({ app, stats }: { app: OwnApp; stats: OwnAppStats }) {
  const { days, views, likes, visits, shares } = stats;
  const isMet = views + likes + visits + shares > 0;
  return (
    <div className="grid gap-4">
      <Numbers stats={stats} />
      {stats.place === null ? null : (
        <details>
          <summary className="inline-flex min-h-11 items-center font-medium text-brand-ink underline-offset-4 hover:underline">{t`How your rank is calculated`}</summary>
          <div className="mt-3 grid grid-cols-1 gap-3 text-sm">
            <p>{t`Apps of a category are sorted by score. Your score is the sum of these numbers, each times its weight.`}</p>
            <ScoreTerms
              app={{ ...stats, upvotes: stats.likes, downvotes: stats.dislikes }}
              weights={stats.weights}
              votes={[t`Likes`, t`Dislikes`]}
            />
          </div>
        </details>
      )}
      <Health health={stats.health} />
      {isMet ? (
        <div>
          <h3 className="mb-4 font-semibold">{t`The last ${OWN_STATS_DAYS} days`}</h3>
          <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
            {lines().map(([title, name]) => (
              <LineChart
                key={name}
                title={title}
                points={days.map((day) => ({ date: day.date, count: day[name] }))}
              />
            ))}
          </div>
          <DaysTable days={days} />
        </div>
      ) : (
        <NothingYet status={app.status} heldAt={app.heldAt} />
      )}
    </div>
  );
}

/** Statistics of the app: daily numbers, rank and health. */
export function StatsSection({ app }: { app: OwnApp }) {
  const query = useOwnStats(app.id);
  return (
    <Section title={t`Statistics`}>
      <QueryView query={query} failure={t`Couldn’t load the numbers`} skeleton={<Skeleton />}>
        {(stats) => <Shown app={app} stats={stats} />}
      </QueryView>
    </Section>
  );
}
