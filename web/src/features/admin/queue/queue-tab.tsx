import { PendingQueueSection } from './pending-queue-section.tsx';

/** For moderators. Admins see the queue on the tab with the numbers. */
export default function QueueTab() {
  return (
    <div className="dash-desk">
      <PendingQueueSection />
    </div>
  );
}
