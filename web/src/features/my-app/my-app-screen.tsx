import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { useUser } from '../../lib/session.ts';
import { AppHead } from './app-head.tsx';
import { EmbedSection } from './embed-section.tsx';
import { FirstViewsSection } from './first-views/first-views-section.tsx';
import { HistorySection } from './history-section.tsx';
import { StatsSection } from './numbers/stats-section.tsx';
import { ChangeSection } from './change/change-section.tsx';
import { useOwnApp } from './use-own-app.ts';
import { VerificationSection } from './verification/verification-section.tsx';
import './my-app.css';
import { say } from '../../lib/say.ts';

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
