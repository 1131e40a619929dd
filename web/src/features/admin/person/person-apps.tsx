import { plural, t } from '@lingui/core/macro';
import { type PersonPage, personApps } from '@zapdeck/contract/accounts/people';
import { choice, useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { FrameVerdict } from '../parts/frame-verdict.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';

const filters = () => ({
  status: choice(t`Status`, [
    ['all', t`All`],
    ['approved', t`Approved`],
    ['pending', t`Pending`],
    ['rejected', t`Rejected`],
  ]),
});

export function PersonApps({ person: { user, apps } }: { person: PersonPage }) {
  const state = useLocalFilters(filters());
  const query = useAdminList(personApps, {
    params: { id: user.id },
    query: { ...state.values, ...state.rows },
  });
  const all = apps.approved + apps.pending + apps.rejected;
  return (
    <ListPage
      title={t`Apps`}
      {...(all === 0 ? { aside: null } : {})}
      state={state}
      query={query}
      failure={t`Couldn’t load apps`}
      empty={all === 0 ? t`No apps submitted.` : t`No apps with this status.`}
      showing={(count) => plural(count, { one: '# app', other: '# apps' })}
    >
      {(items) => (
        <ul className="card dash-lines">
          {items.map((app) => (
            <li key={app.id}>
              <Cover app={app} className="size-10 shrink-0 rounded-field" />
              <div className="min-w-0 grow">
                <p className="dash-title">
                  <AppLink app={app} />
                  <StatusBadge app={app} />
                </p>
                <p dir="ltr" className="truncate text-sm text-muted">
                  {app.url}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                  <FrameVerdict app={app} />
                  <TimeAgo moment={app.createdAt} />
                </p>
              </div>
              <OpenLink url={app.url} title={app.title} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
