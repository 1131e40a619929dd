import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps';
import { TimeAgo } from './time-ago.tsx';

interface LineProps {
  look: string;
  lead: string;
  since?: string | null;
  text: string;
}

function Line({ look, lead, since = null, text }: LineProps) {
  return (
    <p className={`rounded-field px-3 py-2 text-sm wrap-anywhere whitespace-pre-line ${look}`}>
      <span className="font-semibold">
        <span>{since === null ? lead : `${lead} `}</span>
        {since === null ? null : <TimeAgo moment={since} />}
        <span>. </span>
      </span>
      <bdi>{text}</bdi>
    </p>
  );
}

/** Why an app of one's own is not in the deck, and since when; nothing where it is. */
export function OwnStanding({ app }: { app: OwnApp }) {
  const { status, heldAt, withdrawnAt, reviewedAt, reviewReason } = app;
  if (withdrawnAt !== null) {
    return (
      <Line
        look="bg-raised text-muted"
        lead={t`You withdrew it`}
        since={withdrawnAt}
        text={t`It won't be shown until you resubmit it.`}
      />
    );
  }
  if (status === 'pending') {
    return (
      <Line
        look="bg-amber-soft text-amber-ink"
        lead={heldAt === null ? t`In review` : t`Held back`}
        text={
          heldAt === null
            ? t`We'll review it within 24-48 hours and email you.`
            : t`It's paused while a moderator reviews it (24-48 hours). We'll email you.`
        }
      />
    );
  }
  if (status === 'approved') return null;
  return (
    <Line
      look="bg-down-soft text-down-ink"
      lead={t`Rejected`}
      since={reviewedAt}
      text={reviewReason ?? t`No reason was given.`}
    />
  );
}
