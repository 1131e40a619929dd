import type { OwnApp } from '@zapdeck/contract/apps';
import { cardHref } from '@zapdeck/contract/screens';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'wouter';
import { OwnStanding } from '../../components/ui/own-standing.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { BadgeRow } from './maker/badge-row.tsx';

const frameNotes: Partial<Record<OwnApp['frameStatus'], string>> = {
  refused: 'It refuses to be framed: people see a preview with a button to open it.',
  unreachable: 'We cannot reach it at the moment.',
};

/** What became of a submission, when, and why. */
export function AppOutcome({ app }: { app: OwnApp }) {
  const note = app.status === 'rejected' ? undefined : frameNotes[app.frameStatus];
  return (
    <div className="grid gap-2 text-sm">
      <OwnStanding app={app} />
      {app.status === 'approved' ? (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-field bg-up-soft px-3 text-up-ink">
          <span className="py-2 font-semibold">
            Approved {app.reviewedAt === null ? null : <TimeAgo moment={app.reviewedAt} />}
          </span>
          <Link
            href={cardHref(app.id)}
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
