import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { ChangedSection } from '../changes/changed-section.tsx';
import { ChartBoundary } from '../parts/chart-boundary.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { BulkUpload } from '../upload/bulk-upload.tsx';
import { DeveloperTools } from './developer-tools.tsx';
import { PendingQueueSection } from '../queue/pending-queue-section.tsx';
import { SignupsSection } from '../queue/signups-section.tsx';
import { StatsNotes } from './notes.tsx';
import { StatTiles } from './stat-tiles.tsx';
import './stats-tab.css';

/** The chart library loads after the numbers and the queue. */
const ChartsSection = lazy(() => import('../charts/charts-section.tsx'));

export default function StatsTab() {
  return (
    <div className="dash-desk">
      <StatTiles />
      <div className="dash-beside">
        <SignupsSection />
        <PendingQueueSection />
        <ChangedSection />
        <StatsNotes />
      </div>
      <div className="dash-beside">
        <ChartBoundary fallback={t`Couldn’t show the charts`}>
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <ChartsSection />
          </Suspense>
        </ChartBoundary>
        <DeveloperTools />
        <BulkUpload />
      </div>
    </div>
  );
}
