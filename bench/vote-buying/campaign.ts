import { categories } from '@zapdeck/contract/apps/categories';
import type { Category } from '@zapdeck/contract/apps/listing';
import { BEST, categorySlug } from '@zapdeck/contract/feed/decks';
import { LIKES_PER_REPORT } from '@zapdeck/contract/moderation/reported-apps';
import type { Database } from '@zapdeck/server/db/client';
import { requireDeck } from '@zapdeck/server/features/feed/sources';
import { becomeMember, type BoughtAccount, GUEST_DAYS } from './accounts.ts';
import { DAY_MS, handleOf, HOUR_MS, type Instance, type InstanceApp, tagOf, titleOf } from './instance.ts';
import { type Bought, leaders } from './places.ts';
import type { Strategy } from './strategies.ts';
import {
  openDeck,
  reactTo,
  reportApps,
  sendReaction,
  sendViews,
  sendVote,
  TRENDING,
  walkUntil,
} from './visits.ts';

/** A campaign that is being played. */
export interface Play extends Database {
  instance: Instance;
  strategy: Strategy;
  bought: Bought;
  accounts: readonly BoughtAccount[];
  random: () => number;
}

/** Something that an account does at a time. */
interface Act {
  at: number;
  run: (now: Date) => Promise<void>;
}

/** Something that each account of a strategy does at these times. */
interface Habit {
  times: (account: BoughtAccount, strategy: Strategy) => number[];
  act: (play: Play, account: BoughtAccount, now: Date) => Promise<void>;
}

const daysBefore = (at: number, days: number): number[] =>
  Array.from({ length: days }, (_, index) => at - (index + 1) * DAY_MS);

/** Visits `best` as a member with tastes. */
async function visitHonestly({ db, instance, random }: Play, account: BoughtAccount, now: Date) {
  const { ids } = await openDeck(db, account, BEST, now);
  const { viewed, ballots } = reactTo(instance, account, ids, random);
  const mayVote = now.getTime() >= account.signsUpAt;
  await sendReaction(db, account, { viewed, ballots: mayVote ? ballots : [] }, now);
}

/** Time between the views of the apps that come first and the second visit. */
const PAUSE_MS = 60_000;

/** Views all apps that a deck deals before the app, and opens it again. */
async function viewUntilFirst(
  { db, strategy }: Play,
  account: BoughtAccount,
  { appId }: InstanceApp,
  now: Date,
) {
  const deck = await requireDeck(db, strategy.way);
  const before = new Date(now.getTime() - PAUSE_MS);
  const dealt = (await walkUntil(db, account, { deck, appId, now: before })) ?? [];
  await sendViews(db, account, dealt.slice(0, dealt.indexOf(appId)), now);
  await openDeck(db, account, deck, now);
  await sendViews(db, account, [appId], now);
}

const RARE_LANGUAGE = 'is';

/** Makes the account get hardly anything but the app, by what its maker and the account choose. */
async function chooseApp(
  { pool, strategy: { way } }: Play,
  { userId }: BoughtAccount,
  { appId, category }: InstanceApp,
) {
  if (way !== 'hiding') {
    await pool.query('UPDATE apps SET language = $2 WHERE id = $1', [appId, RARE_LANGUAGE]);
    await pool.query('UPDATE users SET reads_languages = ARRAY[$2] WHERE id = $1', [userId, RARE_LANGUAGE]);
  }
  if (way === 'languages') return;
  await pool.query(
    `INSERT INTO hidden (user_id, kind, value) SELECT $1, 'category', name FROM unnest($2::text[]) AS name`,
    [userId, categories.filter((name) => name !== category)],
  );
}

/** Returns the key of the deck in which the account looks for the app. */
function keyOf({ way }: Strategy, { no }: BoughtAccount, { approvalNo, category }: InstanceApp): string {
  if (way !== 'chosen decks') return `category:${categorySlug(category as Category)}`;
  const chosen = [
    `search:${titleOf(approvalNo)}`,
    `tag:${tagOf(approvalNo)}`,
    `maker:${handleOf(approvalNo)}`,
  ];
  return chosen[no % chosen.length] ?? '';
}

/** Lets an account come to the app, look at it and at others, and vote for it. */
async function voteFor(play: Play, account: BoughtAccount, app: InstanceApp, now: Date) {
  const { db, strategy } = play;
  const { way, otherApps } = strategy;
  const { appId } = app;
  const others = (ids: readonly string[]) => ids.filter((id) => id !== appId).slice(-otherApps);
  if (way === 'link') {
    const { ids } = await openDeck(db, account, BEST, now);
    await sendViews(db, account, [appId, ...others(ids)], now);
  } else if (way === 'best' || way === 'trending') {
    await viewUntilFirst(play, account, app, now);
  } else if (way !== 'category' && way !== 'chosen decks') {
    const { ids } = await openDeck(db, account, BEST, now);
    await sendViews(db, account, others(ids), now);
    await chooseApp(play, account, app);
    await openDeck(db, account, BEST, now);
    await sendViews(db, account, [appId], now);
  } else {
    const deck = await requireDeck(db, keyOf(strategy, account, app));
    const seen = others((await walkUntil(db, account, { deck, appId, now })) ?? []);
    const more = otherApps - seen.length;
    // A deck of one app has no others.
    const { ids } = more > 0 ? await openDeck(db, account, BEST, now) : { ids: [] };
    await sendViews(db, account, [...seen, ...ids.slice(0, more), appId], now);
  }
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}

const LEADING = 20;

async function likeLeadingApp({ db, bought, random }: Play, account: BoughtAccount, now: Date) {
  const { ids } = await openDeck(db, account, TRENDING, now);
  const appId = ids.filter((id) => id !== bought[0].appId)[Math.floor(random() * (LEADING - 1))];
  if (appId === undefined) return;
  await sendViews(db, account, [...ids.filter((id) => id !== appId).slice(0, 2), appId], now);
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}

const VIEWED_RIVALS = 30;
const RIVAL_DAYS = 3;

async function downvoteRivals({ db, pool, bought }: Play, account: BoughtAccount, now: Date) {
  const rivals = await leaders(pool, VIEWED_RIVALS, [bought[0].appId]);
  await openDeck(db, account, TRENDING, now);
  await sendViews(db, account, rivals, now);
  for (const appId of rivals) await sendVote(db, account, { appId, voteType: 'down' }, now);
}

const REPORTED_RIVALS = 40;
const HELD_AT_ONCE = 5;

/** Reports the leading apps that reports of all accounts can hide. */
async function reportRivals({ db, pool, bought, accounts }: Play, account: BoughtAccount, now: Date) {
  const rivals = await leaders(pool, REPORTED_RIVALS, [bought[0].appId]);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM apps WHERE id = ANY ($1) AND upvotes <= $2 AND id NOT IN (SELECT app_id FROM reports WHERE reported_by = $3)
     ORDER BY array_position($1, id) LIMIT $4`,
    [rivals, accounts.length * LIKES_PER_REPORT, account.userId, HELD_AT_ONCE],
  );
  const ids = rows.map(({ id }) => id);
  await reportApps(db, account, ids, now);
}

async function voteAgain({ db, bought }: Play, account: BoughtAccount, now: Date) {
  const { appId } = bought[0];
  await sendVote(db, account, { appId, voteType: 'up', mode: 'retract' }, now);
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}

const [AGAIN_H, AGAIN_DAYS] = [22, 10];

/** Returns the times at which votes are cast again, on the days after the vote. */
function againTimes({ votesAt }: BoughtAccount): number[] {
  const first = votesAt - (votesAt % DAY_MS) + AGAIN_H * HOUR_MS;
  return Array.from({ length: AGAIN_DAYS }, (_, day) => first + (day + 1) * DAY_MS);
}

async function likeMakersApps({ db, instance, bought, strategy }: Play, account: BoughtAccount, now: Date) {
  const maker = handleOf(bought[0].approvalNo);
  const apps = instance.apps.filter((app) => handleOf(app.approvalNo) === maker && app !== bought[0]);
  for (const { appId, category } of apps) {
    const deck = { kind: 'category', value: category as Category } as const;
    const dealt = (await walkUntil(db, account, { deck, appId, now })) ?? [];
    const others = dealt.filter((id) => id !== appId).slice(-strategy.otherApps);
    await sendViews(db, account, [...others, appId], now);
    await sendVote(db, account, { appId, voteType: 'up' }, now);
  }
}

const honestVisits: Habit = {
  times: ({ votesAt }, strategy) => daysBefore(votesAt, strategy.honestVisits),
  act: visitHonestly,
};
const vote: Habit = {
  times: ({ votesAt }) => [votesAt],
  act: (play, account, now) => voteFor(play, account, play.bought[0], now),
};

/** Acts of the accounts besides their vote. */
const tricks: Readonly<Record<NonNullable<Strategy['trick']>, readonly Habit[]>> = {
  'likes one leading app a day': [
    { times: ({ votesAt }, { ageDays }) => daysBefore(votesAt, ageDays), act: likeLeadingApp },
  ],
  'views leading apps without a like and downvotes them': [
    {
      times: ({ votesAt }) => [votesAt - HOUR_MS / 2, ...daysBefore(votesAt, RIVAL_DAYS - 1)],
      act: downvoteRivals,
    },
  ],
  'reports leading apps': [{ times: ({ votesAt }) => [votesAt - DAY_MS / 2], act: reportRivals }],
  'begins as a guest': [
    { times: ({ signsUpAt }) => daysBefore(signsUpAt, GUEST_DAYS), act: visitHonestly },
    { times: ({ signsUpAt }) => [signsUpAt], act: ({ pool }, account) => becomeMember(pool, account) },
  ],
  'votes for another app a day later': [
    {
      times: ({ votesAt }) => [votesAt + DAY_MS],
      act: (play, account, now) => voteFor(play, account, play.bought[1], now),
    },
  ],
  'takes the vote back and casts it again': [{ times: againTimes, act: voteAgain }],
  'likes all apps of the maker': [{ times: ({ votesAt }) => [votesAt - HOUR_MS], act: likeMakersApps }],
  'votes a day before': [
    {
      times: ({ votesAt }) => [votesAt - DAY_MS],
      act: ({ db, bought }, account, now) =>
        sendVote(db, account, { appId: bought[0].appId, voteType: 'up' }, now),
    },
  ],
  'no more votes a day than others view the app': [],
  'votes an hour apart': [],
};

/** Returns everything that the accounts of a strategy do, in the order of time. */
export function actsOf(play: Play): Act[] {
  const { strategy, accounts } = play;
  const habits = [honestVisits, ...(strategy.trick ? tricks[strategy.trick] : []), vote];
  const acts = accounts.flatMap((account) =>
    habits.flatMap(({ times, act }) =>
      times(account, strategy).map((at): Act => ({ at, run: (now) => act(play, account, now) })),
    ),
  );
  return acts.sort((one, other) => one.at - other.at);
}
