import { plural, t } from '@lingui/core/macro';
import {
  deletePerson,
  endPersonSessions,
  liftSuspension,
  type PersonPage,
} from '@zapdeck/contract/accounts/people';
import type { AdminUser } from '@zapdeck/contract/accounts/users';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { EditUserSheet } from '../users/edit-user-sheet.tsx';
import { fullNameOf } from '../users/user-card.tsx';
import { MustReasonSheet } from './must-reason-sheet.tsx';
import { SuspendSheet } from './suspend-sheet.tsx';

/** Returns lines about what a deletion removes. */
function lossesOf({ apps, votes, reports }: PersonPage): string[] {
  const others = apps.pending + apps.rejected;
  const cast = votes.up + votes.down;
  const { approved } = apps;
  const { made } = reports;
  return [
    t`The profile, the history and all sessions are deleted.`,
    cast > 0 && plural(cast, { one: '# vote is removed.', other: '# votes are removed.' }),
    made > 0 && plural(made, { one: '# report is deleted.', other: '# reports are deleted.' }),
    others > 0 && plural(others, { one: '# other app is deleted.', other: '# other apps are deleted.' }),
    approved > 0 &&
      plural(approved, {
        one: '# approved app stays in the deck, without a name.',
        other: '# approved apps stay in the deck, without a name.',
      }),
    t`This cannot be undone.`,
  ].filter((line) => line !== false);
}

type Asked = 'suspend' | 'end-sessions' | 'delete';

/** Actions on another user. Moderators can only suspend members. */
export function PersonActions({ person }: { person: PersonPage }) {
  const own = useUser();
  const isAdmin = own.role === 'admin';
  const [asked, setAsked] = useState<Asked>();
  // The user when the form opened, so that a refetch does not overwrite typed text.
  const [editing, setEditing] = useState<AdminUser>();
  const { user } = person;
  const name = fullNameOf(user);
  const params = { id: user.id };
  const close = () => setAsked(undefined);
  /** Closes the dialog unless another one is open. */
  const closeIf = (question: Asked) => setAsked((now) => (now === question ? undefined : now));

  const deletion = useAdminAction({
    name: 'delete-person',
    work: (reason: string) => call(deletePerson, { params, body: { reason } }),
    success: t`${name} is deleted`,
    failure: t`Couldn’t delete the account`,
    prefersServerText: true,
    onDone() {
      closeIf('delete');
      navigate('/admin/users', { replace: true });
    },
  });
  const lifting = useAdminAction({
    name: 'lift-suspension',
    work: () => call(liftSuspension, { params }),
    success: t`${name} can sign in again`,
    failure: t`Couldn’t lift the suspension`,
    prefersServerText: true,
  });
  const endingSessions = useAdminAction({
    name: 'end-sessions',
    work: () => call(endPersonSessions, { params }),
    success: ({ ended }) => plural(ended, { one: '# session ended', other: '# sessions ended' }),
    failure: t`Couldn’t end the sessions`,
    prefersServerText: true,
    onDone: () => closeIf('end-sessions'),
  });

  return (
    <div className="dash-buttons">
      {isAdmin ? <Button variant="secondary" onClick={() => setEditing(user)}>{t`Edit`}</Button> : null}
      {user.id === own.id ? (
        <p className="self-center text-sm text-muted">{t`This is your own account.`}</p>
      ) : (
        <>
          {user.isGuest || !(isAdmin || user.role === 'member') ? null : person.suspension ? (
            <Button
              variant="secondary"
              pending={lifting.pending ? t`Lifting…` : undefined}
              onClick={lifting.start}
            >{t`Lift suspension`}</Button>
          ) : (
            <Button variant="secondary" onClick={() => setAsked('suspend')}>{t`Suspend`}</Button>
          )}
          {isAdmin && person.sessions > 0 ? (
            <Button variant="secondary" onClick={() => setAsked('end-sessions')}>{t`End sessions`}</Button>
          ) : null}
          {isAdmin ? <Button variant="danger" onClick={() => setAsked('delete')}>{t`Delete`}</Button> : null}
        </>
      )}
      <EditUserSheet user={editing} onClose={() => setEditing(undefined)} />
      <SuspendSheet
        person={person}
        open={asked === 'suspend'}
        onDone={() => closeIf('suspend')}
        onClose={close}
      />
      <ConfirmSheet
        open={asked === 'end-sessions'}
        title={t`End all sessions of ${name}?`}
        confirm={t`End sessions`}
        pending={endingSessions.pending ? t`Ending…` : undefined}
        onConfirm={endingSessions.start}
        onClose={close}
      >
        <p>
          {plural(
            { count: person.sessions },
            {
              one: 'This ends # session. They can sign in again right away.',
              other: 'This ends # sessions. They can sign in again right away.',
            },
          )}
        </p>
      </ConfirmSheet>
      <MustReasonSheet
        open={asked === 'delete'}
        title={t`Delete ${name}?`}
        confirm={t`Delete permanently`}
        pending={t`Deleting…`}
        action={deletion}
        onClose={close}
      >
        <ul className="list-disc ps-5">
          {lossesOf(person).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </MustReasonSheet>
    </div>
  );
}
