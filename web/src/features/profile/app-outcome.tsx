import type { OwnApp } from '@zapdeck/contract/apps';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'wouter';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { BadgeRow } from './maker/badge-row.tsx';

function Reviewed({ word, at }: { word: string; at: string | null }) {
  return (
    <span className="font-semibold">
      {word}
      {at === null ? '' : ' '}
      {at === null ? null : <TimeAgo moment={at} />}
    </span>
  );
}

const frameNotes: Partial<Record<OwnApp['frameStatus'], string>> = {
  refused: 'It refuses to be framed: people see a preview with a button to open it.',
  unreachable: 'We cannot reach it at the moment.',
};

/** What became of a submission, when, and why. */
export function AppOutcome({ app }: { app: OwnApp }) {
  const note = app.status === 'rejected' ? undefined : frameNotes[app.frameStatus];
  return (
    <div className="grid gap-2 text-sm">
      {app.status === 'pending' ? (
        <p className="rounded-field bg-amber-soft px-3 py-2 text-amber-ink">
          {app.heldAt === null ? (
            <>
              <span className="font-semibold">In review.</span> We look at it within 24-48 hours and mail you.
            </>
          ) : (
            <>
              <span className="font-semibold">Held back.</span> It was taken out of the deck. A moderator
              looks at it within 24-48 hours, and we mail you.
            </>
          )}
        </p>
      ) : null}
      {app.withdrawnAt === null ? null : (
        <p className="rounded-field bg-raised px-3 py-2 text-muted">
          <Reviewed word="Withdrawn" at={app.withdrawnAt} />. Nobody meets it until you send it in again.
        </p>
      )}
      {app.status === 'rejected' && app.withdrawnAt === null ? (
        <p className="rounded-field bg-down-soft px-3 py-2 wrap-anywhere whitespace-pre-line text-down-ink">
          <Reviewed word="Rejected" at={app.reviewedAt} />
          {'. '}
          <bdi>{app.reviewReason ?? 'No reason was given.'}</bdi>
        </p>
      ) : null}
      {app.status === 'approved' ? (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-field bg-up-soft px-3 text-up-ink">
          <span className="py-2">
            <Reviewed word="Approved" at={app.reviewedAt} />
          </span>
          <Link
            href={`/home?app=${app.id}`}
            className="relative inline-flex min-h-11 items-center gap-1 font-semibold underline-offset-4 hover:underline"
          >
            See it in the deck
            <ArrowRight size={16} aria-hidden="true" />
          </Link>
        </p>
      ) : null}
      {app.status === 'approved' ? <BadgeRow app={app} /> : null}
      {note === undefined ? null : <p className="rounded-field bg-raised px-3 py-2 text-muted">{note}</p>}
      <span
        aria-hidden="true"
        className="-my-1 inline-flex min-h-11 items-center gap-1 font-semibold text-brand-ink"
      >
        Statistics and history
        <ArrowRight size={16} />
      </span>
    </div>
  );
}
