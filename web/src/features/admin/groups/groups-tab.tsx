import { plural, t } from '@lingui/core/macro';
import { type VoteGroup, voteGroups } from '@zapdeck/contract/moderation/vote-groups';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { evidenceInWords, GroupEvidence, groupTitle } from './group-evidence.tsx';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import '../users/user-card.css';

/** Card of one group: its size and how far its likes are beyond chance. */
function GroupCard({ group, onShow }: { group: VoteGroup; onShow: () => void }) {
  const states = {
    open: '',
    taken: t`Votes taken back`,
    dismissed: t({ message: 'Dismissed', context: 'group' }),
  };
  return (
    <li className="card dash-user flex-wrap">
      <div className="min-w-0 grow basis-80">
        <h3 className="dash-title flex-wrap">
          <span>{groupTitle(group)}</span>
          {group.state === 'open' ? null : (
            <Badge tone={group.state === 'taken' ? 'down' : 'plain'}>
              <span>{states[group.state]}</span>
            </Badge>
          )}
        </h3>
        <p className="tabular mt-1 text-sm text-muted">{evidenceInWords(group)}</p>
        <p className="mt-1 text-sm text-muted">
          <span>{t`Last found:`}</span> <TimeAgo moment={group.lastFoundAt} />
        </p>
      </div>
      <Button variant="secondary" onClick={onShow}>{t`Show the evidence`}</Button>
    </li>
  );
}

const filters = () =>
  ({
    state: choice(t`Status`, [
      ['open', t({ message: 'Open', context: 'group' })],
      ['taken', t`Votes taken back`],
      ['dismissed', t({ message: 'Dismissed', context: 'group' })],
      ['all', t`All groups`],
    ]),
  }) as const;

/** The group and the button that opened it may have left the list. */
function focusMainIfLost(): void {
  if (document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true });
}

/** Groups of accounts whose likes coincide far beyond chance. */
export default function GroupsTab() {
  const state = useFilters(filters());
  const query = useAdminList(voteGroups, { query: { ...state.query, ...state.rows } });
  const [shown, setShown] = useState<VoteGroup>();
  return (
    <>
      <ListPage
        title={t`Vote groups`}
        intro={
          <div className="mb-5 grid gap-1.5 text-sm text-muted">
            <p>{t`Accounts that like the same apps far more often than chance.`}</p>
            <p>{t`This is evidence, not proof: friends can have the same taste.`}</p>
          </div>
        }
        state={state}
        query={query}
        failure={t`Couldn’t load the groups`}
        showing={(count) => plural(count, { one: '# group', other: '# groups' })}
        empty={{
          title: t`No groups found`,
          text: t`Likes are compared every night.`,
        }}
        nothingFound={{
          title: t`No matching groups`,
          text: t`No group has this status.`,
          showAll: t`Show open groups`,
        }}
      >
        {(items) => (
          <ul className="dash-cards">
            {items.map((group) => (
              <GroupCard key={group.id} group={group} onShow={() => setShown(group)} />
            ))}
          </ul>
        )}
      </ListPage>
      <RecordSheet
        record={shown}
        title={groupTitle}
        onClose={() => setShown(undefined)}
        onClosed={focusMainIfLost}
      >
        {({ id }) => <GroupEvidence id={id} />}
      </RecordSheet>
    </>
  );
}
