import { t } from '@lingui/core/macro';
import { adminApp } from '@zapdeck/contract/apps/admin-app';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { CallError, call } from '../../lib/call.ts';
import { AppPage } from './app/app-page.tsx';
import { adminAppKey } from './parts/app-link.tsx';
import { idOf } from '../../components/list/filters.ts';
import { ListSkeleton } from '../../components/list/list-skeleton.tsx';
import './admin-screen.css';

function NoSuchApp() {
  return (
    <div className="card">
      <EmptyState title={t`No such app`} text={t`It was deleted, or the address is incomplete.`}>
        <ButtonLink href="/admin/apps" variant="secondary">{t`All apps`}</ButtonLink>
      </EmptyState>
    </div>
  );
}

export default function AdminAppScreen() {
  const [params] = useSearchParams();
  const id = idOf(params.get('id'));
  const query = useQuery({
    queryKey: adminAppKey(id),
    queryFn: ({ signal }) => call(adminApp, { params: { id } }, { signal }),
    enabled: id !== '',
  });
  const isGone = id === '' || (query.error instanceof CallError && query.error.code === 'app_not_found');
  return (
    <div className="dash">
      <ScreenHeading
        dir="auto"
        title={isGone ? t`App` : (query.data?.title ?? t`App`)}
        backHref="/admin/apps"
      />
      {isGone ? (
        <NoSuchApp />
      ) : (
        <QueryView query={query} failure={t`Couldn’t load the app`} skeleton={<ListSkeleton rows={4} />}>
          {(app) => <AppPage key={app.id} app={app} />}
        </QueryView>
      )}
      <ProofPrompt />
    </div>
  );
}
