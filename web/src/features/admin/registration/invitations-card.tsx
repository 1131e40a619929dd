import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { invitations } from '@zapdeck/contract/accounts/invitations';
import { useId, useState } from 'react';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { useStored } from '../config/use-config-form.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteSheet } from './invite-sheet.tsx';
import { registrationForm } from './registration-form.ts';
import '../config/canned-reasons-card.css';

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
