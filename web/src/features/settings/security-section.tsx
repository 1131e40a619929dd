import { t } from '@lingui/core/macro';
import { ownSecurityLog } from '@zapdeck/contract/accounts/security-log';
import { EventRow } from '../../components/security/security-rows.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { callWithHeaders } from '../../lib/call.ts';
import { itemsOf, pageOf, usePagedList } from '../../lib/paged-list.ts';
import { accountKey } from './account.ts';
import { ApiTokens } from './api-tokens.tsx';
import { Authenticator } from './authenticator.tsx';
import { IdentitiesList } from './identities-list.tsx';
import { PasskeysList } from './passkeys-list.tsx';
import { RowsSkeleton } from './rows.tsx';
import { SessionList } from './session-list.tsx';

const ROWS = 10;

/** Security log of the user, newest first. */
function RecentActivity() {
  const query = usePagedList([...accountKey, ownSecurityLog.path], async (offset) =>
    pageOf(await callWithHeaders(ownSecurityLog, { query: { limit: ROWS, offset } })),
  );
  return (
    <section aria-labelledby="own-activity">
      <h3 id="own-activity" className="mb-1 text-lg font-semibold">{t`Recent activity`}</h3>
      <p className="mb-1 text-sm text-muted">{t`The same letter means the same network. Entries are deleted after 90 days.`}</p>
      <QueryView query={query} failure={t`Couldn’t load your recent activity`} skeleton={<RowsSkeleton />}>
        {(pages) => {
          const entries = itemsOf(pages);
          return entries.length === 0 ? (
            <p className="py-3 text-muted">{t`Nothing has happened yet.`}</p>
          ) : (
            <>
              <ul>
                {entries.map((entry) => (
                  <EventRow key={entry.id} entry={entry} />
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

/** Security settings: one list below another, each with its heading. */
export default function SecuritySection() {
  return (
    <section aria-labelledby="security">
      <h2 id="security" className="display mb-4 text-heading">{t`Security`}</h2>
      <div className="card grid grid-cols-1 gap-8 p-5 md:px-7">
        <PasskeysList />
        <Authenticator />
        <IdentitiesList />
        <SessionList />
        <ApiTokens />
        <RecentActivity />
      </div>
    </section>
  );
}
