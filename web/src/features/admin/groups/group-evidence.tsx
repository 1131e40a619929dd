import { plural, t } from '@lingui/core/macro';
import {
  dismissVoteGroup,
  GROUP_MEMBERS_SHOWN,
  type GroupApp,
  type GroupMember,
  type GroupNetworks as Networks,
  readVoteGroup,
  takeVotesBack,
  type VoteGroup,
  type VoteGroupPage,
} from '@zapdeck/contract/moderation/vote-groups';
import { localized } from '../../../lib/localized.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { Network } from '../../../components/security/security-rows.tsx';
import type { CSSProperties } from 'react';
import { AppLink } from '../parts/app-link.tsx';
import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/moderation/takebacks';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { TakeVotesBack } from '../parts/take-votes-back.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { TakebackNotes } from '../parts/takeback-notes.tsx';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import './groups.css';

const rough = localized((locales) => new Intl.NumberFormat(locales, { maximumSignificantDigits: 2 }));
const date = localized(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Returns a number with two digits: 0.31 or 18. */
const roughly = (value: number): string => rough().format(value);

const dayInWords = (day = ''): string => (day === '' ? '' : date().format(new Date(day)));

export function groupTitle({ members }: Pick<VoteGroup, 'members'>): string {
  return plural(members, {
    one: '# account that likes the same apps',
    other: '# accounts that like the same apps',
  });
}

/** Compares what was observed with what chance explains. */
export function evidenceInWords({ observed, expected, makers }: VoteGroup): string {
  const [seen, chance, all] = [roughly(observed), roughly(expected), formatCount(makers)];
  return t`On average, each account likes apps by ${seen} of these ${all} makers. Chance alone would give ${chance}.`;
}

/** Networks from which members of a group voted, largest first. */
function GroupNetworks({ networks: { members, networks, shared } }: { networks: Networks }) {
  const others = networks - shared.length;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="display text-lg">{t`Networks`}</h3>
      {networks === 0 ? (
        <p className="text-sm">{t`The networks of these votes are no longer stored.`}</p>
      ) : (
        <>
          <p className="text-sm">
            {t`${plural(members, { one: '# account', other: '# accounts' })} voted for these apps from ${plural(networks, { one: '# network', other: '# networks' })}.`}
          </p>
          {shared.length > 0 ? (
            <ul className="divide-y divide-line">
              {shared.map((network) => (
                <li key={network.letter} className="flex flex-wrap justify-between gap-x-3 py-2 text-sm">
                  <Network letter={network.letter} />
                  <span className="tabular text-muted">
                    {plural({ count: network.members }, { one: '# account', other: '# accounts' })}
                  </span>
                </li>
              ))}
              {others > 0 ? (
                <li className="py-2 text-sm text-muted">
                  {plural(others, { one: '# other network', other: '# other networks' })}
                </li>
              ) : null}
            </ul>
          ) : (
            <p className="text-sm">{t`No two accounts share one.`}</p>
          )}
        </>
      )}
    </section>
  );
}

const DAY_MS = 24 * 3_600_000;
/** Minimum number of days. Likes of few days are then close together. */
const DAYS_MIN = 14;

/** Returns all days from the first to the last like, at least two weeks. */
function daysOf(apps: readonly GroupApp[]): string[] {
  const times = apps.flatMap(({ days }) => days.map(({ day }) => Date.parse(day)));
  if (times.length === 0) return [];
  const last = Math.max(...times);
  const first = Math.min(last - (DAYS_MIN - 1) * DAY_MS, ...times);
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const likesInWords = (count: number) => plural({ count }, { one: '# like', other: '# likes' });

/** One row per app and one square per day. Similar rows were liked together. */
function LikesPicture({ apps }: { apps: readonly GroupApp[] }) {
  const days = daysOf(apps);
  const most = Math.max(1, ...apps.flatMap((app) => app.days.map(({ likes }) => likes)));
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 gap-2.5">
        {apps.map((app) => {
          const likes = new Map(app.days.map((one) => [one.day, one.likes]));
          return (
            <li key={app.id}>
              <p className="flex items-baseline justify-between gap-3 text-sm">
                <AppLink
                  app={app}
                  className="-my-2.5 min-w-0 truncate py-2.5 underline decoration-line-strong"
                />
                <span className="tabular shrink-0 text-muted">{likesInWords(app.likes)}</span>
              </p>
              <div className="dash-like-days" aria-hidden="true">
                {days.map((day) => {
                  const count = likes.get(day) ?? 0;
                  return (
                    <span
                      key={day}
                      title={t`${{ day: dayInWords(day) }}: ${{ likes: likesInWords(count) }}`}
                      data-liked={count > 0 || undefined}
                      style={{ '--share': count / most } as CSSProperties}
                    />
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="tabular flex justify-between text-xs text-muted">
        <span>{dayInWords(days[0])}</span>
        <span>{dayInWords(days.at(-1))}</span>
      </p>
    </div>
  );
}

/** Admins can take votes back unless a takeback or undo is running. */
const canTakeBack = ({ takebacks, votes }: VoteGroupPage, isAdmin: boolean): boolean =>
  isAdmin && votes > 0 && takebacks.every(({ isSettled }) => isSettled);

/** Moderators can dismiss a group. Admins can take its votes back. */
function GroupActions({ page }: { page: VoteGroupPage }) {
  const canTake = canTakeBack(page, useIsAdmin());
  const { id, state } = page.group;
  const isDismissed = state === 'dismissed';
  const dismissal = useAdminAction({
    name: 'dismiss-vote-group',
    work: () => call(dismissVoteGroup, { params: { id }, body: { isDismissed: !isDismissed } }),
    success: isDismissed ? t`The group is open again` : t`The group is dismissed`,
    failure: t`Couldn’t save the decision`,
    prefersServerText: true,
  });
  if (state === 'taken' && !canTake) return null;
  return (
    <SheetButtons>
      {state === 'taken' ? null : (
        <Button
          variant="secondary"
          pending={dismissal.pending ? t`Saving…` : undefined}
          onClick={dismissal.start}
        >
          {isDismissed ? t`Reopen the group` : t`Dismiss the group`}
        </Button>
      )}
      {canTake ? (
        <TakeVotesBack
          votes={page.votes}
          work={() => call(takeVotesBack, { params: { id } })}
          undo={plural(
            { count: TAKEN_KEPT_DAYS },
            { other: 'The accounts stay. You can put the votes back within # days.' },
          )}
        />
      ) : null}
    </SheetButtons>
  );
}

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
