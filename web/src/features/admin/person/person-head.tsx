import { t } from '@lingui/core/macro';
import type { PersonPage } from '@zapdeck/contract/people';
import { type ReactNode, useRef } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { formatCount } from '../../../lib/numbers.ts';
import '../parts/values.css';
import { providerNames } from '../users/provider-names.ts';
import { fullNameOf } from '../users/user-card.tsx';
import { PersonActions } from './person-actions.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function waysIn({ user, hasPassword, linkedProviders }: PersonPage): string {
  if (user.isGuest) return 'none: a guest';
  const ways = [...(hasPassword ? ['password'] : []), ...linkedProviders.map((id) => providerNames[id])];
  return ways.join(', ') || 'a link by mail alone';
}

/** Who this is, the numbers, whether they are suspended and why, and what can be done about them. */
export function PersonHead({ person }: { person: PersonPage }) {
  const { user, suspension, apps, votes, reports } = person;
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="card grid grid-cols-1 gap-5 p-5 outline-none"
      aria-labelledby="person-name"
    >
      <div className="flex min-w-0 items-center gap-4">
        <Avatar user={{ ...user, profileImage: null, picture: null }} className="size-14 text-lg" />
        <div className="min-w-0">
          <h2 id="person-name" dir="auto" className="display text-heading wrap-anywhere">
            {fullNameOf(user)}
          </h2>
          <p className="text-sm wrap-anywhere text-muted">{user.email ?? t`No email`}</p>
          <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            {user.isAdmin ? <Badge tone="brand">{t`Admin`}</Badge> : null}
            {user.isGuest ? <Badge>{t`Guest`}</Badge> : null}
            {suspension ? <Badge tone="down">{t`Suspended`}</Badge> : null}
          </p>
        </div>
      </div>
      {suspension ? (
        <div className="rounded-field bg-down-soft px-4 py-3 text-sm text-down-ink">
          <p>
            <span>{t`Suspended `}</span>
            <TimeAgo moment={suspension.at} />
            {suspension.by ? (
              <span>
                {' '}
                by <bdi>{auditNameOf(suspension.by)}</bdi>
              </span>
            ) : null}
            <span>{t`. Waiting apps of theirs are out of the queue until it is lifted.`}</span>
          </p>
          <p dir="auto" className="mt-1 font-semibold wrap-anywhere whitespace-pre-line">
            {suspension.reason}
          </p>
        </div>
      ) : null}
      <dl className="dash-values dash-person-facts">
        <Fact name="Signed up with">{providerNames[user.authProvider]}</Fact>
        <Fact name="Signs in with">{waysIn(person)}</Fact>
        <Fact name="Email">{person.isEmailVerified ? 'verified' : 'not verified'}</Fact>
        <Fact name="Joined">
          <TimeAgo moment={user.createdAt} />
        </Fact>
        <Fact name="Last seen">
          {person.lastSeenAt === null ? 'not known' : <TimeAgo moment={person.lastSeenAt} />}
        </Fact>
        <Fact name="Open sessions">{formatCount(person.sessions)}</Fact>
        <Fact name="Zaps">{formatCount(user.zapCount)}</Fact>
        <Fact name="Votes">{t`${formatCount(votes.up)} up, ${formatCount(votes.down)} down`}</Fact>
        <Fact name="Apps">
          {t`${formatCount(apps.approved)} approved, ${formatCount(apps.pending)} pending, ${formatCount(apps.rejected)} rejected`}
        </Fact>
        <Fact name="Reports made">{formatCount(reports.made)}</Fact>
        <Fact name="Reports received">
          {t`${formatCount(reports.received)} (${formatCount(reports.receivedOpen)} open)`}
        </Fact>
      </dl>
      <PersonActions person={person} />
    </section>
  );
}
