import { plural, t } from '@lingui/core/macro';
import { type Invitation, invitations, revokeInvitation } from '@zapdeck/contract/accounts/invitations';
import { useId, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { useQuery } from '@tanstack/react-query';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { useStored } from '../config/use-config-form.ts';
import { InviteSheet } from './invite-sheet.tsx';
import { registrationForm } from './registration-form.ts';
import '../config/canned-reasons-card.css';

const day = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium' }));
const onDay = (moment: string) => day().format(Date.parse(moment));

type Standing = 'open' | 'used up' | 'expired' | 'revoked';

function standingOf({ usesLeft, expiresAt, revokedAt }: Invitation): Standing {
  if (revokedAt !== null) return 'revoked';
  if (usesLeft === 0) return 'used up';
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'open';
}

const looks = () =>
  ({
    open: { tone: 'up', label: t({ message: 'Open', context: 'invitation' }) },
    'used up': { tone: 'plain', label: t`Used up` },
    expired: { tone: 'plain', label: t`Expired` },
    revoked: { tone: 'down', label: t`Revoked` },
  }) as const;

function usesInWords({ usesMax, usesLeft }: Invitation): string {
  const used = usesMax - usesLeft;
  return plural(usesMax, { one: `${used} of # sign-up used`, other: `${used} of # sign-ups used` });
}

/** One invitation: its uses, its end, its creator and the latest members who joined with it. */
function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, createdBy, createdAt, expiresAt, joined, latestMembers } = invitation;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const revocation = useAdminAction({
    name: 'revoke-invitation',
    work: () => call(revokeInvitation, { params: { id } }),
    success: t`Invitation revoked`,
    failure: t`Couldn’t revoke the invitation`,
    prefersServerText: true,
    onDone: close,
  });
  const standing = standingOf(invitation);
  const { tone, label } = looks()[standing];
  const creator = createdBy === null ? t`The command line` : auditNameOf(createdBy);
  const more = joined - latestMembers.length;
  return (
    <li>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>
            <span>{label}</span>
          </Badge>
          <span className="tabular font-semibold">{usesInWords(invitation)}</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{t`By ${creator} on ${{ date: onDay(createdAt) }}. Valid until ${{ end: onDay(expiresAt) }}.`}</p>
        {latestMembers.length === 0 ? null : (
          <p className="flex flex-wrap gap-x-3 text-sm">
            {latestMembers.map((member) => (
              <PersonLink key={member.id} id={member.id}>
                {auditNameOf(member)}
              </PersonLink>
            ))}
            <span className="text-muted">
              {more === 0 ? '' : plural(more, { one: 'and # more', other: 'and # more' })}
            </span>
          </p>
        )}
      </div>
      {standing === 'open' ? (
        <Button variant="quiet" onClick={() => setAsking(true)}>{t`Revoke`}</Button>
      ) : null}
      <ConfirmSheet
        open={isAsking}
        title={t`Revoke this invitation?`}
        confirm={t`Revoke`}
        pending={revocation.pending ? t`Revoking…` : undefined}
        onConfirm={() => revocation.start()}
        onClose={close}
      >
        <p>{t`Its link stops working. Members who joined with it stay.`}</p>
      </ConfirmSheet>
    </li>
  );
}

const SHOWN = 50;

/** The latest invitations, with a button to create one. */
export function InvitationsCard() {
  const id = useId();
  const isClosed = useStored(registrationForm).data?.values.registration === 'closed';
  const [isInviting, setInviting] = useState(false);
  const query = useQuery({
    queryKey: ['admin', invitations.path],
    queryFn: ({ signal }) => call(invitations, { query: { limit: SHOWN } }, { signal }),
  });
  return (
    <section aria-labelledby={id} className="card dash-config">
      <div className="dash-config-head">
        <h2 id={id} className="display text-heading">{t`Invitations`}</h2>
        <Button variant="secondary" onClick={() => setInviting(true)}>{t`Invite people`}</Button>
      </div>
      <p className="text-muted">{t`Each link lets a number of people sign up, without approval.`}</p>
      <QueryView
        query={query}
        failure={t`Couldn’t load the invitations`}
        skeleton={<ListSkeleton rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyList
              title={t`No invitations yet`}
              text={t`Create a link and send it to the people you want here.`}
            />
          ) : (
            <ul className="dash-reasons">
              {list.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <InviteSheet open={isInviting} isClosed={isClosed} onClose={() => setInviting(false)} />
    </section>
  );
}
