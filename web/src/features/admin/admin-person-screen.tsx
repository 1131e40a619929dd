import { t } from '@lingui/core/macro';
import { readPerson } from '@zapdeck/contract/accounts/people';
import { screens } from '@zapdeck/contract/instance/screens';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { CallError, call } from '../../lib/call.ts';
import { useIsAdmin } from '../../lib/use-is-admin.ts';
import './admin-screen.css';
import { ListSkeleton } from '../../components/list/list-skeleton.tsx';
import { PersonApps, PersonHistory, PersonReports } from './person/person-lists.tsx';
import { PersonHead } from './person/person-head.tsx';
import { PersonSecurity, PersonSessions } from './person/person-access.tsx';
import './parts/lines.css';
import './person/person.css';
import { say } from '../../lib/say.ts';

const PROGRESS_MS = 1_000;

function usePerson(id: string) {
  return useQuery({
    queryKey: ['admin', readPerson.path, id],
    queryFn: async ({ signal }) => {
      try {
        return await call(readPerson, { params: { id } }, { signal });
      } catch (error) {
        if (error instanceof CallError && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      state.data?.takebacks.some(({ isSettled }) => !isSettled) ? PROGRESS_MS : false,
  });
}

function Person({ id }: { id: string }) {
  const isAdmin = useIsAdmin();
  const query = usePerson(id);
  return (
    <QueryView query={query} failure={t`Couldn’t load the user`} skeleton={<ListSkeleton rows={4} />}>
      {(person) =>
        person ? (
          <div className="grid grid-cols-1 gap-8">
            <PersonHead person={person} />
            <PersonApps person={person} />
            <PersonReports person={person} />
            <PersonHistory person={person} />
            {isAdmin && !person.user.isGuest ? (
              <>
                <PersonSessions person={person} />
                <PersonSecurity person={person} />
              </>
            ) : null}
          </div>
        ) : (
          <EmptyState title={t`No such user`} text={t`This account doesn’t exist or was deleted.`}>
            {isAdmin ? <ButtonLink href="/admin/users">{t`All Users`}</ButtonLink> : null}
          </EmptyState>
        )
      }
    </QueryView>
  );
}

/** Page of one user for moderators and admins: account, apps, reports and history. */
export default function AdminPersonScreen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const backHref = useIsAdmin() ? '/admin/users' : screens.admin.path;
  return (
    <div className="dash pb-10">
      <ScreenHeading title={say(screens['admin-person'].title)} backHref={backHref} />
      <Person key={id} id={id} />
      <ProofPrompt />
    </div>
  );
}
