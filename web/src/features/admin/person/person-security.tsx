import { plural, t } from '@lingui/core/macro';
import type { PersonPage } from '@zapdeck/contract/accounts/people';
import { securityLog } from '@zapdeck/contract/accounts/security-log';
import { useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { EventRow } from '../../../components/security/security-rows.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';

/** Security log of a user, newest first. */
export function PersonSecurity({ person: { user } }: { person: PersonPage }) {
  const state = useLocalFilters({});
  const query = useAdminList(securityLog, { query: { user: user.id, ...state.rows } });
  return (
    <ListPage
      title={t`Security log`}
      aside={null}
      state={state}
      query={query}
      failure={t`Couldn’t load the security log`}
      empty={t`Nothing has happened yet.`}
      showing={(count) => plural(count, { one: '# entry', other: '# entries' })}
    >
      {(items) => (
        <ol className="card px-4">
          {items.map((entry) => (
            <EventRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
