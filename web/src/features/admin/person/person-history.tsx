import { plural, t } from '@lingui/core/macro';
import { HISTORY_APPS_MAX, type PersonPage, personHistory } from '@zapdeck/contract/accounts/people';
import { navigate } from 'wouter/use-browser-location';
import { choice, useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { AuditEntryCard } from '../audit/audit-entry-card.tsx';
import { personAddress } from '../parts/person-link.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';

const aboutApps = () => ['apps', t`About their apps`] as const;
const filters = () => ({
  about: choice(t`Show`, [['person', t`About this user`], aboutApps()]),
});
const filtersOfModerators = () => ({ about: choice(t`Show`, [aboutApps()]) });

/** The entries of the audit log about a person, or about their apps. */
export function PersonHistory({ person: { user, apps } }: { person: PersonPage }) {
  const isAdmin = useIsAdmin();
  const state = useLocalFilters(isAdmin ? filters() : filtersOfModerators());
  const { about } = state.values;
  const query = useAdminList(personHistory, { params: { id: user.id }, query: { about, ...state.rows } });
  const isCut = about === 'apps' && apps.approved + apps.pending + apps.rejected > HISTORY_APPS_MAX;
  return (
    <ListPage
      title={t`Decisions`}
      intro={
        isCut ? (
          <p className="mb-4 text-sm text-muted">
            {plural(
              { count: HISTORY_APPS_MAX },
              {
                other: 'This history covers the newest # apps. Older apps have a history on their own page.',
              },
            )}
          </p>
        ) : undefined
      }
      {...(isAdmin ? {} : { aside: null })}
      state={state}
      query={query}
      failure={t`Couldn’t load the history`}
      empty={t`No decisions yet.`}
      showing={(count) => plural(count, { one: '# entry', other: '# entries' })}
    >
      {(items) => (
        <ul className="dash-list">
          {items.map((entry) => (
            <AuditEntryCard key={entry.id} entry={entry} onPerson={(id) => navigate(personAddress(id))} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
