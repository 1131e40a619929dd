import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { frameReasonOf } from '../parts/frame-verdict.tsx';

/** Description of a pending app, and why it cannot be framed, if so. */
export function PendingText({ app }: { app: PendingApp }) {
  const reason = frameReasonOf(app);
  return (
    <p className="dash-pending-text">
      {reason ? <strong className="font-semibold">{`${reason} `}</strong> : null}
      <bdi>{app.description}</bdi>
    </p>
  );
}
