import { lazy, Suspense } from 'react';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { ChartBoundary } from '../parts/chart-boundary.tsx';
import { ListSkeleton } from '../parts/list-skeleton.tsx';
import { BulkUpload } from './bulk-upload.tsx';
import { DeveloperTools } from './developer-tools.tsx';
import { PendingList } from './pending-list.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { usePending } from './use-pending.ts';
import './stats-tab.css';

/** The chart library comes only once the numbers and the queue are there. */
const ChartsSection = lazy(() => import('../charts/charts-section.tsx'));

/** The numbers at a glance, what waits for a decision, and what happened over time. */
export default function StatsTab() {
  const { query, more } = usePending();
  return (
    <div className="ad-stack">
      <StatTiles />
      <section aria-labelledby="pending-heading">
        <div className="mb-4 flex items-center gap-3">
          <h2 id="pending-heading" className="ad-heading">
            Pending Approvals
          </h2>
          {query.data ? (
            <Badge tone="amber">
              <span className="tabular">{query.data.total} pending</span>
            </Badge>
          ) : null}
        </div>
        <QueryView query={query} what="the pending apps" skeleton={<ListSkeleton rows={3} />}>
          {({ apps }) => <PendingList apps={apps} more={more} />}
        </QueryView>
      </section>
      <ChartBoundary what="What happened over time">
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <ChartsSection />
        </Suspense>
      </ChartBoundary>
      <div className="ad-two">
        <DeveloperTools />
        <BulkUpload />
      </div>
    </div>
  );
}
