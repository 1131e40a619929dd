import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { cardHref, screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import { OwnStanding } from '../../components/ui/own-standing.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { ChangeSection } from './change-section.tsx';
import { EmbedSection } from './embed-section.tsx';
import { FirstViewsSection } from './first-views-section.tsx';
import { HistorySection } from './history-section.tsx';
import { StatsSection } from './stats-section.tsx';
import { useOwnApp } from './own-app.ts';
import { VerificationSection } from './verification-section.tsx';
import './my-app.css';

function AppHead({ app }: { app: OwnApp }) {
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

function Skeleton() {
  return (
    <div aria-hidden="true" className="card flex gap-4 p-4 md:gap-6 md:p-6">
      <div className="skeleton h-32 w-20 rounded-field" />
      <div className="grid grow content-start gap-3">
        <div className="skeleton h-5 w-3/5" />
        <div className="skeleton h-4 w-2/5" />
      </div>
    </div>
  );
}

function Sections({ app }: { app: OwnApp }) {
  // A rejected app starts with the form, others with statistics. The order stays, so that sections do not move under the
  // finger.
  const [isToBeMended] = useState(app.status === 'rejected');
  const change = <ChangeSection app={app} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <AppHead app={app} />
      {isToBeMended ? change : null}
      <FirstViewsSection app={app} />
      <StatsSection app={app} />
      {isToBeMended ? null : change}
      {app.status === 'approved' ? <EmbedSection app={app} /> : null}
      <VerificationSection app={app} />
      <HistorySection app={app} />
    </div>
  );
}

function Asked({ id }: { id: string | null }) {
  const query = useOwnApp(id);
  return (
    <QueryView query={query} failure={t`Couldn’t load your app`} skeleton={<Skeleton />}>
      {(app) =>
        app ? (
          <Sections app={app} />
        ) : (
          <EmptyState title={t`Not one of your apps`} text={t`You haven’t submitted this app.`}>
            <ButtonLink href="/profile">{t`Your apps`}</ButtonLink>
          </EmptyState>
        )
      }
    </QueryView>
  );
}

/** Screen of a maker for one of their apps. */
export default function MyAppScreen() {
  const user = useUser();
  const [params] = useSearchParams();
  const id = params.get('app');
  return (
    <div className="mx-auto max-w-5xl px-4 pb-10 md:px-8">
      <ScreenHeading title={say(screens['my-app'].title)} backHref="/profile" />
      {user.isGuest ? (
        <EmptyState title={t`Guests have no apps`} text={t`Sign up to submit an app and see how it does.`}>
          <ButtonLink href={loginAddress('/submit')}>{t`Sign Up to Submit`}</ButtonLink>
        </EmptyState>
      ) : (
        <Asked key={id} id={id} />
      )}
    </div>
  );
}
