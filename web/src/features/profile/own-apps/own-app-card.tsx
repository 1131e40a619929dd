import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { cardHref } from '@zapdeck/contract/instance/screens';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Eye from 'lucide-react/icons/eye';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Link } from 'wouter';
import { AppCard, Count } from '../../../components/ui/app-card.tsx';
import { OwnStanding } from '../../../components/ui/own-standing.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { ownAppHref } from '../../../lib/own-apps.ts';

const frameNotes = (): Partial<Record<OwnApp['frameStatus'], string>> => ({
  refused: t`Your site blocks embedding, so people see a preview with an Open button.`,
  unreachable: t`We can’t reach your site. Until it’s back, your app is shown last.`,
});

/** The status badge is enough for these. */
function isInFirstReview({ status, heldAt, withdrawnAt }: OwnApp): boolean {
  return status === 'pending' && heldAt === null && withdrawnAt === null;
}

function Facts({ app }: { app: OwnApp }) {
  const { upvotes, views } = app;
  return (
    <>
      <StatusBadge app={app} />
      <Count
        icon={ThumbsUp}
        count={upvotes}
        text={t`${plural(upvotes, { one: '# upvote', other: '# upvotes' })}`}
      />
      <Count icon={Eye} count={views} text={t`${plural(views, { one: '# view', other: '# views' })}`} />
      <span>
        <Trans>
          <span className="sr-only">Submitted</span> <TimeAgo moment={app.createdAt} />
        </Trans>
      </span>
      {app.status === 'approved' ? (
        <Link
          href={cardHref(app.id)}
          className="relative -my-3 ms-auto inline-flex min-h-11 items-center gap-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          <span>{t`See it in the deck`}</span>
          <span className="sr-only">{`: ${app.title}`}</span>
          <ArrowRight size={14} className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      ) : null}
    </>
  );
}

/** One of the member's apps with the outcome of its review. The card leads to the app's statistics and history. */
export function OwnAppCard({ app }: { app: OwnApp }) {
  const note = app.status === 'rejected' ? undefined : frameNotes()[app.frameStatus];
  return (
    <AppCard app={app} look="own" href={ownAppHref(app.id)} facts={<Facts app={app} />}>
      {isInFirstReview(app) ? null : <OwnStanding app={app} />}
      {note === undefined ? null : (
        <p className="rounded-field bg-raised px-3 py-2 text-sm text-muted">{note}</p>
      )}
    </AppCard>
  );
}
