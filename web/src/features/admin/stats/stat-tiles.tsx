import { useQuery } from '@tanstack/react-query';
import { type AdminStats, adminStats } from '@zapdeck/contract/instance/stats';
import type { Waiting } from '@zapdeck/contract/accounts/waiting';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useWaiting, waitingKey } from '../parts/use-waiting.ts';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import './stat-tiles.css';

const key = ['admin', adminStats.path] as const;
const REFRESH_MS = 60_000;

/** Reads the numbers of the instance. */
export function useAdminStats() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(adminStats, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Changes the number of pending apps in the cache, before the server responds. */
export function movePending(by: number): void {
  queryClient.setQueryData<AdminStats>(
    key,
    (stats) => stats && { ...stats, pendingApps: Math.max(0, stats.pendingApps + by) },
  );
  queryClient.setQueryData<Waiting>(
    waitingKey,
    (waiting) => waiting && { ...waiting, pending: Math.max(0, waiting.pending + by) },
  );
}

const tiles = [
  ['totalApps', msg`Total Apps`],
  ['totalUsers', msg`Total Users`],
  ['pendingApps', msg`Pending Review`],
  ['totalVotes', msg`Total Votes`],
  ['totalReports', msg`Reports`],
] as const satisfies readonly (readonly [keyof AdminStats, MessageDescriptor])[];

/** Explains a tile whose number differs from the count on its tab. */
const notes: Partial<Record<keyof AdminStats, (waiting: Waiting) => string>> = {
  pendingApps: ({ changed }) =>
    changed === 0 ? '' : plural(changed, { one: 'and # changed app', other: 'and # changed apps' }),
  totalReports: ({ reports }) =>
    reports === 0 ? '' : plural(reports, { one: 'open: # app', other: 'open: # apps' }),
};

function TileNote({ text = '' }: { text: string | undefined }) {
  return text === '' ? null : <dd className="dash-tile-note">{text}</dd>;
}

function Skeleton() {
  return (
    <div className="dash-tiles" aria-hidden="true">
      {tiles.map(([name]) => (
        <div key={name} className="card dash-tile">
          <div className="skeleton h-3.5 w-3/5" />
          <div className="skeleton h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

function Flagged({ apps }: { apps: number }) {
  return (
    <div className="dash-note dash-note-action mt-3" data-tone="amber">
      <p>
        <strong className="font-semibold">
          {plural(apps, {
            one: '# app has been unreachable for seven days or longer.',
            other: '# apps have been unreachable for seven days or longer.',
          })}
        </strong>{' '}
        <span>
          {plural(apps, {
            one: 'The feed shows it last.',
            other: 'The feed shows them last.',
          })}
        </span>
      </p>
      <Link href="/admin/apps?reach=flagged" className={buttonClass('secondary')}>
        {plural(apps, { one: 'Show it', other: 'Show them' })}
      </Link>
    </div>
  );
}

/** The five tiles, and a notice about unreachable apps. */
export function StatTiles() {
  const query = useAdminStats();
  const waiting = useWaiting();
  return (
    <QueryView query={query} failure={t`Couldn’t load the numbers`} skeleton={<Skeleton />}>
      {(stats) => (
        <div>
          <dl className="dash-tiles">
            {tiles.map(([name, label]) => (
              <div
                key={name}
                className="card dash-tile"
                data-waits={name === 'pendingApps' && stats[name] > 0 ? '' : undefined}
              >
                <dt>{i18n._(label)}</dt>
                <dd className="display tabular">{formatCount(stats[name])}</dd>
                <TileNote text={waiting && notes[name]?.(waiting)} />
              </div>
            ))}
          </dl>
          {stats.flaggedApps > 0 ? <Flagged apps={stats.flaggedApps} /> : null}
        </div>
      )}
    </QueryView>
  );
}
