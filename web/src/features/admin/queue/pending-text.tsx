import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { frameReasonOf } from '../parts/frame-verdict.tsx';

/** What stands in the way of its frame, if anything does, and what the app says of itself. */
export function PendingText({ app }: { app: PendingApp }) {
  const reason = frameReasonOf(app);
  return (
    <p className="dash-pending-text">
      {reason ? <strong className="font-semibold">{`${reason} `}</strong> : null}
      <bdi>{app.description}</bdi>
    </p>
  );
}
