import { plural, t } from '@lingui/core/macro';
import {
  deletePerson,
  endPersonSessions,
  liftSuspension,
  type PersonPage,
} from '@zapdeck/contract/accounts/people';
import type { AdminUser } from '@zapdeck/contract/accounts/users';
import { type ReactNode, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { EditUserSheet, fullNameOf } from '../users/edit-user-sheet.tsx';
import { MustReasonSheet, SuspendSheet } from './suspend-sheet.tsx';
import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { RoleBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { roleSourceOf } from '../parts/words/role-source.ts';
import { listInWords } from '../../../lib/localized.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { providerNames } from '../users/provider-names.ts';
import { PersonVotes } from './person-votes.tsx';
import '../parts/values.css';

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
function PersonActions({ person }: { person: PersonPage }) {
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

type Suspended = NonNullable<PersonPage['suspension']>;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function waysIn({ user, hasPassword, linkedProviders }: PersonPage): string {
  if (user.isGuest) return t`Guest session`;
  const providers = linkedProviders.map((id) => i18n._(providerNames[id]));
  const ways = hasPassword ? [t`Password`, ...providers] : providers;
  return listInWords(ways) || t`Link by email only`;
}

function Suspension({ suspension: { at, by, reason } }: { suspension: Suspended }) {
  const admin = by && auditNameOf(by);
  return (
    <div className="rounded-field bg-down-soft px-4 py-3 text-sm text-down-ink">
      <p>
        {admin === null ? (
          <Trans>
            <span>Suspended </span>
            <TimeAgo moment={at} />
            <span>. Their pending apps stay out of the queue until it is lifted.</span>
          </Trans>
        ) : (
          <Trans>
            <span>Suspended </span>
            <TimeAgo moment={at} />
            <span> by </span>
            <bdi>{admin}</bdi>
            <span>. Their pending apps stay out of the queue until it is lifted.</span>
          </Trans>
        )}
      </p>
      <p dir="auto" className="mt-1 font-semibold wrap-anywhere whitespace-pre-line">
        {reason}
      </p>
    </div>
  );
}

function countsOf({ apps, votes, reports }: PersonPage) {
  const { up, down } = votes;
  const { approved, pending, rejected } = apps;
  const { received, receivedOpen } = reports;
  const all = formatCount(received);
  return {
    votes: t`${plural(up, { other: '# up' })}, ${plural(down, { other: '# down' })}`,
    apps: t`${plural(approved, { other: '# approved' })}, ${plural(pending, { other: '# pending' })}, ${plural(rejected, { other: '# rejected' })}`,
    reports: t`${all} (${plural(receivedOpen, { other: '# open' })})`,
  };
}

/** Identity and numbers of a user, a suspension with its reason, and all actions. */
export function PersonHead({ person }: { person: PersonPage }) {
  const { user, suspension, reports } = person;
  const counts = countsOf(person);
  const isAdmin = useIsAdmin();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="card grid grid-cols-1 gap-5 p-5 outline-none"
      aria-labelledby="person-name"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar user={{ ...user, profileImage: null, picture: null }} className="size-14 text-lg" />
        <div className="min-w-[min(10rem,100%)] grow basis-0">
          <h2 id="person-name" dir="auto" className="display text-heading wrap-anywhere">
            {fullNameOf(user)}
          </h2>
          {isAdmin ? (
            <p dir="auto" className="text-sm wrap-anywhere text-muted">
              <EmailText>{user.email ?? t`No email`}</EmailText>
            </p>
          ) : null}
          <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            <RoleBadge role={user.role} />
            {user.isGuest ? <Badge>{t`Guest`}</Badge> : null}
            {suspension ? <Badge tone="down">{t`Suspended`}</Badge> : null}
          </p>
        </div>
      </div>
      {suspension ? <Suspension suspension={suspension} /> : null}
      <PersonVotes person={person} />
      <dl className="dash-values dash-person-facts">
        <Fact name={t`Signed up with`}>{i18n._(providerNames[user.authProvider])}</Fact>
        <Fact name={t`Signs in with`}>{waysIn(person)}</Fact>
        {user.isGuest ? null : <Fact name={t`Role`}>{roleSourceOf(user)}</Fact>}
        <Fact name={t`Email`}>{person.isEmailVerified ? t`Confirmed` : t`Not confirmed`}</Fact>
        <Fact name={t`Joined`}>
          <TimeAgo moment={user.createdAt} />
        </Fact>
        <Fact name={t`Last seen`}>
          {person.lastSeenAt === null ? t`Not known` : <TimeAgo moment={person.lastSeenAt} />}
        </Fact>
        <Fact name={t`Open sessions`}>{formatCount(person.sessions)}</Fact>
        <Fact name={t`Zaps`}>{formatCount(user.zapCount)}</Fact>
        <Fact name={t`Votes`}>{counts.votes}</Fact>
        <Fact name={t`Apps`}>{counts.apps}</Fact>
        <Fact name={t`Reports made`}>{formatCount(reports.made)}</Fact>
        <Fact name={t`Reports received`}>{counts.reports}</Fact>
      </dl>
      <PersonActions person={person} />
    </section>
  );
}
