import { useQuery } from '@tanstack/react-query';
import { type AdminStats, adminStats } from '@zapdeck/contract/stats';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { grouped } from '../parts/counted.ts';
import './stat-tiles.css';

const tiles: readonly (readonly [keyof AdminStats, string])[] = [
  ['totalApps', 'Total Apps'],
  ['totalUsers', 'Total Users'],
  ['pendingApps', 'Pending Review'],
  ['totalVotes', 'Total Votes'],
  ['totalReports', 'Reports'],
];

/** The numbers of the whole instance, as they are or just were. */
function useAdminStats() {
  return useQuery({
    queryKey: ['admin', adminStats.path],
    queryFn: ({ signal }) => call(adminStats, {}, { signal }),
    refetchInterval: 60_000,
  });
}

function Skeleton() {
  return (
    <div className="ad-tiles" aria-hidden="true">
      {tiles.map(([name]) => (
        <div key={name} className="card ad-tile">
          <div className="skeleton h-3.5 w-3/5" />
          <div className="skeleton h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

/** The five tiles; specification, section 2. */
export function StatTiles() {
  const query = useAdminStats();
  return (
    <QueryView query={query} what="the numbers" skeleton={<Skeleton />}>
      {(stats) => (
        <dl className="ad-tiles">
          {tiles.map(([name, label]) => (
            <div
              key={name}
              className="card ad-tile"
              data-waits={name === 'pendingApps' && stats[name] > 0 ? '' : undefined}
            >
              <dt>{label}</dt>
              <dd className="display tabular">{grouped(stats[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  );
}
