import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { cardHref } from '@zapdeck/contract/instance/screens';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import { OwnStanding } from '../../components/ui/own-standing.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { say } from '../../lib/say.ts';

export function AppHead({ app }: { app: OwnApp }) {
  return (
    <section className="card flex flex-wrap gap-4 p-4 md:gap-6 md:p-6" aria-label={app.title}>
      <Cover whole app={app} className="h-32 w-20 shrink-0 rounded-field" />
      <div className="grid min-w-0 grow basis-40 content-start gap-2.5">
        <div className="flex items-start gap-2">
          <h2
            lang={app.language ?? undefined}
            dir="auto"
            className="display min-w-0 grow text-heading wrap-anywhere"
          >
            {app.title}
          </h2>
          <OpenLink url={app.url} title={app.title} />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <StatusBadge app={app} />
          <span>{say(app.category)}</span>
          <span>
            <Trans>
              <span>Submitted</span> <TimeAgo moment={app.createdAt} />
            </Trans>
          </span>
        </p>
        <OwnStanding app={app} />
        {app.status === 'approved' ? (
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <ButtonLink href={cardHref(app.id)} variant="secondary">{t`See it in the deck`}</ButtonLink>
            <a
              href={app.pageUrl}
              className="inline-flex min-h-11 items-center font-medium text-brand-ink underline-offset-4 hover:underline"
            >{t`Public page`}</a>
          </p>
        ) : null}
      </div>
    </section>
  );
}
