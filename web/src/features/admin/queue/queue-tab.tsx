import { PendingQueueSection } from './pending-queue-section.tsx';

/** Queue of moderators. Admins have it on the tab with the numbers. */
export default function QueueTab() {
  return (
    <div className="dash-desk">
      <PendingQueueSection />
    </div>
  );
}
