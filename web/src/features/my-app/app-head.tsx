import type { OwnApp } from '@zapdeck/contract/apps';
import { screens } from '@zapdeck/contract/screens';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';

/** Which app this is about, and what has become of it. */
export function AppHead({ app }: { app: OwnApp }) {
  return (
    <section className="card flex gap-4 p-4 md:gap-6 md:p-6" aria-label={app.title}>
      <Cover app={app} className="h-32 w-20 shrink-0 rounded-field" />
      <div className="grid min-w-0 grow content-start gap-2.5">
        <div className="flex items-start gap-2">
          <h2 dir="auto" className="display min-w-0 grow text-heading wrap-anywhere">
            {app.title}
          </h2>
          <OpenLink url={app.url} title={app.title} />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <StatusBadge app={app} />
          <span>{app.category}</span>
          <span>
            submitted <TimeAgo moment={app.createdAt} />
          </span>
        </p>
        {app.heldAt === null ? null : (
          <p className="rounded-field bg-amber-soft px-3 py-2 text-sm text-amber-ink">
            <span className="font-semibold">Held back.</span> It was taken out of the deck. A moderator looks
            at it within 24-48 hours, and we mail you.
          </p>
        )}
        {app.withdrawnAt === null ? null : (
          <p className="rounded-field bg-raised px-3 py-2 text-sm text-muted">
            You withdrew it <TimeAgo moment={app.withdrawnAt} />. Nobody meets it until you send it in again.
          </p>
        )}
        {app.status === 'rejected' && app.withdrawnAt === null ? (
          <p
            dir="auto"
            className="rounded-field bg-down-soft px-3 py-2 text-sm wrap-anywhere whitespace-pre-line text-down-ink"
          >
            {app.reviewReason ?? 'No reason was given.'}
          </p>
        ) : null}
        {app.status === 'approved' ? (
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <ButtonLink href={`${screens.feed.path}?app=${app.id}`} variant="secondary">
              See it in the deck
            </ButtonLink>
            <a
              href={app.pageUrl}
              className="inline-flex min-h-11 items-center font-medium text-brand-ink underline-offset-4 hover:underline"
            >
              Public page
            </a>
          </p>
        ) : null}
      </div>
    </section>
  );
}
