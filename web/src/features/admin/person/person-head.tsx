import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PersonPage } from '@zapdeck/contract/accounts/people';
import { type ReactNode, useRef } from 'react';
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
import '../parts/values.css';
import { providerNames } from '../users/provider-names.ts';
import { fullNameOf } from '../users/user-card.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonVotes } from './person-votes.tsx';

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
