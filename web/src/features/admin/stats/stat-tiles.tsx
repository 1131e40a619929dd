import { t } from '@lingui/core/macro';
import type { AdminStats } from '@zapdeck/contract/stats';
import type { Waiting } from '@zapdeck/contract/waiting';
import { Link } from 'wouter';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';
import { useWaiting } from '../parts/use-waiting.ts';
import { useAdminStats } from './use-admin-stats.ts';
import './stat-tiles.css';

const tiles: readonly (readonly [keyof AdminStats, string])[] = [
  ['totalApps', 'Total Apps'],
  ['totalUsers', 'Total Users'],
  ['pendingApps', 'Pending Review'],
  ['totalVotes', 'Total Votes'],
  ['totalReports', 'Reports'],
];

/** Explains a tile whose number differs from the count on its tab. */
const notes: Partial<Record<keyof AdminStats, (waiting: Waiting) => string>> = {
  pendingApps: ({ changed }) => (changed === 0 ? '' : `and ${formatCounted(changed, 'changed app')}`),
  totalReports: ({ reports }) => (reports === 0 ? '' : `open: ${formatCounted(reports, 'app')}`),
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

/** Notice about apps that have been unreachable for seven days. */
function Flagged({ apps }: { apps: number }) {
  return (
    <div className="dash-note dash-flagged" data-tone="amber">
      <p>
        <strong className="font-semibold">
          {t`${formatCounted(apps, 'app')} ${apps === 1 ? 'has' : 'have'} been unreachable for seven days or longer.`}
        </strong>
        <span>{t` In the feed ${apps === 1 ? 'it comes' : 'they come'} after all others.`}</span>
      </p>
      <Link href="/admin/apps?reach=flagged" className={buttonClass('secondary')}>
        {t`Show ${apps === 1 ? 'it' : 'them'}`}
      </Link>
    </div>
  );
}

/** The five tiles (specification, section 2), and a notice about unreachable apps. */
export function StatTiles() {
  const query = useAdminStats();
  const waiting = useWaiting();
  return (
    <QueryView query={query} what={t`the numbers`} skeleton={<Skeleton />}>
      {(stats) => (
        <div>
          <dl className="dash-tiles">
            {tiles.map(([name, label]) => (
              <div
                key={name}
                className="card dash-tile"
                data-waits={name === 'pendingApps' && stats[name] > 0 ? '' : undefined}
              >
                <dt>{label}</dt>
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
