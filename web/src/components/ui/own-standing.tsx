import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { Elements } from '../../lib/elements.ts';
import { TimeAgo } from './time-ago.tsx';

interface LineProps {
  look: string;
  lead: Elements;
  text: string;
}

function Line({ look, lead, text }: LineProps) {
  return (
    <p className={`rounded-field px-3 py-2 text-sm wrap-anywhere whitespace-pre-line ${look}`}>
      {lead} <bdi>{text}</bdi>
    </p>
  );
}

const leadClass = 'font-semibold';

/** Says why the user's app is not in the deck, and since when. Renders nothing for an approved app. */
export function OwnStanding({ app }: { app: OwnApp }) {
  const { status, heldAt, withdrawnAt, reviewedAt, reviewReason } = app;
  if (withdrawnAt !== null) {
    return (
      <Line
        look="bg-raised text-muted"
        lead={
          <span className={leadClass}>
            <Trans>
              You withdrew it{' '}
              <span>
                <TimeAgo moment={withdrawnAt} />
              </span>
              .
            </Trans>
          </span>
        }
        text={t`It won’t be shown until you resubmit it.`}
      />
    );
  }
  if (status === 'pending') {
    return (
      <Line
        look="bg-amber-soft text-amber-ink"
        lead={<span className={leadClass}>{heldAt === null ? t`In review.` : t`Paused.`}</span>}
        text={
          heldAt === null
            ? t`We’ll review it within 24-48 hours and email you.`
            : t`A moderator reviews it within 24-48 hours. We’ll email you.`
        }
      />
    );
  }
  if (status === 'approved') return null;
  return (
    <Line
      look="bg-down-soft text-down-ink"
      lead={
        reviewedAt === null ? (
          <span className={leadClass}>{t`Rejected.`}</span>
        ) : (
          <span className={leadClass}>
            <Trans>
              Rejected{' '}
              <span>
                <TimeAgo moment={reviewedAt} />
              </span>
              .
            </Trans>
          </span>
        )
      }
      text={reviewReason ?? t`No reason was given.`}
    />
  );
}
