import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonPage } from '@zapdeck/contract/accounts/people';
import { deviceText, securityLog } from '@zapdeck/contract/accounts/security-log';
import { endPersonSession, personSessions, type SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import { useRef } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { EventRow, SessionRow } from '../../../components/security/security-rows.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { say } from '../../../lib/say.ts';
import { useUser } from '../../../lib/session.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';

function SignOut({ session: { id, device } }: { session: SessionEntry }) {
  const name = say(deviceText(device));
  const { pending, start } = useAdminAction({
    name: 'end-session',
    work: () => call(endPersonSession, { params: { id } }),
    success: t`Signed out: ${name}`,
    failure: t`Couldn’t sign out ${name}`,
    prefersServerText: true,
  });
  return (
    <Button
      variant="secondary"
      className="ms-auto"
      aria-label={t`Sign out: ${name}`}
      pending={pending ? t`Signing out…` : undefined}
      onClick={start}
    >
      {t({ message: 'Sign out', context: 'device' })}
    </Button>
  );
}

/** Sessions of a user, with a button to end each. Admins end their own in the settings. */
export function PersonSessions({ person: { user } }: { person: PersonPage }) {
  const isOwn = useUser().id === user.id;
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const query = useQuery({
    queryKey: ['admin', personSessions.path, user.id],
    queryFn: ({ signal }) => call(personSessions, { params: { id: user.id } }, { signal }),
  });
  return (
    <section ref={region} tabIndex={-1} className="outline-none" aria-labelledby="person-sessions">
      <h2 id="person-sessions" className="display mb-4 text-heading">{t`Open sessions`}</h2>
      <QueryView query={query} failure={t`Couldn’t load the sessions`} skeleton={<ListSkeleton rows={2} />}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className="text-muted">{t`Not signed in anywhere.`}</p>
          ) : (
            <ul className="card px-4">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session}>
                  {isOwn ? null : <SignOut session={session} />}
                </SessionRow>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

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
