import { plural, t } from '@lingui/core/macro';
import { type VoteGroup, voteGroups } from '@zapdeck/contract/moderation/vote-groups';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import '../users/user-card.css';
import { GroupCard } from './group-card.tsx';
import { GroupEvidence } from './group-evidence.tsx';
import { groupTitle } from './group-words.ts';

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
  const query = useAdminList(voteGroups, { query: { ...state.values, ...state.rows } });
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
