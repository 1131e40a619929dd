import type { OwnApp } from '@zapdeck/contract/apps';
import type { ReactNode } from 'react';
import { TimeAgo } from './time-ago.tsx';

function Line({ look, lead, children }: { look: string; lead: ReactNode; children: ReactNode }) {
  return (
    <p className={`rounded-field px-3 py-2 text-sm wrap-anywhere whitespace-pre-line ${look}`}>
      <span className="font-semibold">{lead}.</span> {children}
    </p>
  );
}

/** Why an app of one's own is not in the deck, and since when; nothing where it is. */
export function OwnStanding({ app }: { app: OwnApp }) {
  const { status, heldAt, withdrawnAt, reviewedAt, reviewReason } = app;
  if (withdrawnAt !== null) {
    const lead = (
      <>
        You withdrew it <TimeAgo moment={withdrawnAt} />
      </>
    );
    return (
      <Line look="bg-raised text-muted" lead={lead}>
        Nobody meets it until you send it in again.
      </Line>
    );
  }
  if (status === 'pending') {
    return (
      <Line look="bg-amber-soft text-amber-ink" lead={heldAt === null ? 'In review' : 'Held back'}>
        {heldAt === null
          ? 'We look at it within 24-48 hours and mail you.'
          : 'It was taken out of the deck. A moderator looks at it within 24-48 hours, and we mail you.'}
      </Line>
    );
  }
  if (status === 'approved') return null;
  const since = reviewedAt === null ? null : <TimeAgo moment={reviewedAt} />;
  return (
    <Line look="bg-down-soft text-down-ink" lead={since ? <>Rejected {since}</> : 'Rejected'}>
      <bdi>{reviewReason ?? 'No reason was given.'}</bdi>
    </Line>
  );
}
