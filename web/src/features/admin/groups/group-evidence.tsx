import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  GROUP_MEMBERS_SHOWN,
  type GroupMember,
  readVoteGroup,
  type VoteGroupPage,
} from '@zapdeck/contract/moderation/vote-groups';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { TakebackNotes } from '../parts/takeback-notes.tsx';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { canTakeBack, GroupActions } from './group-actions.tsx';
import { GroupNetworks } from './group-networks.tsx';
import { evidenceInWords, roughly } from './group-words.ts';
import { LikesPicture } from './likes-picture.tsx';

const PROGRESS_MS = 1_000;

function MemberRow({ member: { person, observed, expected, isSuspended } }: { member: GroupMember }) {
  const [seen, chance] = [formatCount(observed), roughly(expected)];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-2 text-sm">
      <span className="flex min-w-0 items-center gap-2">
        <PersonLink id={person.id}>{auditNameOf(person)}</PersonLink>
        {isSuspended ? (
          <Badge tone="down">
            <span>{t`Suspended`}</span>
          </Badge>
        ) : null}
      </span>
      <span className="tabular text-muted">{t`${seen} in common, ${chance} expected by chance`}</span>
    </li>
  );
}

function Evidence({ page }: { page: VoteGroupPage }) {
  const { takebacks } = page;
  const state = JSON.stringify([canTakeBack(page, useIsAdmin()), takebacks]);
  const content = useKeptFocus<HTMLDivElement>(state);
  return (
    <div ref={content} className="grid grid-cols-1 gap-6">
      <p>{evidenceInWords(page.group)}</p>
      {takebacks.length > 0 ? (
        <ul className="grid grid-cols-1 gap-3">
          <TakebackNotes takebacks={takebacks} />
        </ul>
      ) : null}
      <section className="grid grid-cols-1 gap-3">
        <h3 className="display text-lg">{t`Apps in common, by day`}</h3>
        <LikesPicture apps={page.apps} />
      </section>
      <GroupNetworks networks={page.networks} />
      <section>
        <h3 className="display text-lg">{t`Accounts`}</h3>
        <ul className="mt-1 divide-y divide-line">
          {page.members.map((member) => (
            <MemberRow key={member.person.id} member={member} />
          ))}
        </ul>
        {page.group.members > GROUP_MEMBERS_SHOWN ? (
          <p className="mt-2 text-sm text-muted">
            {plural({ count: GROUP_MEMBERS_SHOWN }, { other: 'The first # accounts are shown.' })}
          </p>
        ) : null}
      </section>
      <GroupActions page={page} />
    </div>
  );
}

/** Evidence about a group, with possible actions. */
export function GroupEvidence({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['admin', readVoteGroup.path, id],
    queryFn: ({ signal }) => call(readVoteGroup, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.takebacks.some(({ isSettled }) => !isSettled) ? PROGRESS_MS : false,
  });
  return (
    <QueryView query={query} failure={t`Couldn’t load the group`} skeleton={<ListSkeleton />}>
      {(page) => <Evidence page={page} />}
    </QueryView>
  );
}
