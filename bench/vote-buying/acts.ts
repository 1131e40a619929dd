import type { Category } from '@zapdeck/contract/apps/listing';
import { LIKES_PER_REPORT } from '@zapdeck/contract/moderation/reported-apps';
import type { Strategy } from '../bought-strategies.ts';
import { becomeMember, type BoughtAccount, GUEST_DAYS } from './accounts.ts';
import { DAY_MS, handleOf, HOUR_MS } from './instance.ts';
import { leaders } from './places.ts';
import { openDeck, reportApps, sendViews, sendVote, walkUntil } from './visits.ts';
import { type Play, visitHonestly, voteFor } from './visit-app.ts';

/** Something that an account does at a time. */
export interface Act {
  at: number;
  run: (now: Date) => Promise<void>;
}

type Trick = NonNullable<Strategy['trick']>;

const TRENDING = { kind: 'trending', value: null } as const;
const LEADING = 20;
const VIEWED_RIVALS = 30;
const RIVAL_DAYS = 3;
const REPORTED_RIVALS = 40;
const HELD_AT_ONCE = 5;
const [AGAIN_H, AGAIN_DAYS] = [22, 10];

const daysBefore = (at: number, days: number): number[] =>
  Array.from({ length: days }, (_, index) => at - (index + 1) * DAY_MS);

async function likeLeadingApp(
  { database: { db }, bought, random }: Play,
  account: BoughtAccount,
  now: Date,
): Promise<void> {
  const { ids } = await openDeck(db, account, TRENDING, now);
  const appId = ids.filter((id) => id !== bought[0].appId)[Math.floor(random() * (LEADING - 1))];
  if (appId === undefined) return;
  await sendViews(db, account, [...ids.filter((id) => id !== appId).slice(0, 2), appId], now);
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}

async function downvoteRivals({ database, bought }: Play, account: BoughtAccount, now: Date): Promise<void> {
  const { db, pool } = database;
  const rivals = await leaders(pool, VIEWED_RIVALS, [bought[0].appId]);
  await openDeck(db, account, TRENDING, now);
  await sendViews(db, account, rivals, now);
  for (const appId of rivals) await sendVote(db, account, { appId, voteType: 'down' }, now);
}

/** Reports the leading apps that reports of all accounts can hide. */
async function reportRivals(
  { database, bought }: Play,
  account: BoughtAccount,
  accounts: number,
  now: Date,
): Promise<void> {
  const { db, pool } = database;
  const rivals = await leaders(pool, REPORTED_RIVALS, [bought[0].appId]);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM apps WHERE id = ANY ($1) AND upvotes <= $2 AND id NOT IN (SELECT app_id FROM reports WHERE reported_by = $3)
     ORDER BY array_position($1, id) LIMIT $4`,
    [rivals, accounts * LIKES_PER_REPORT, account.userId, HELD_AT_ONCE],
  );
  await reportApps(
    db,
    account,
    rows.map(({ id }) => id),
    now,
  );
}

async function voteAgain(
  { database: { db }, bought }: Play,
  account: BoughtAccount,
  now: Date,
): Promise<void> {
  const { appId } = bought[0];
  await sendVote(db, account, { appId, voteType: 'up', mode: 'retract' }, now);
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}

async function likeMakersApps(
  { database: { db }, instance, bought, strategy }: Play,
  account: BoughtAccount,
  now: Date,
): Promise<void> {
  const maker = handleOf(bought[0].approvalNo);
  const apps = instance.apps.filter((app) => handleOf(app.approvalNo) === maker && app !== bought[0]);
  for (const { appId, category } of apps) {
    const dealt = await walkUntil(db, account, {
      deck: { kind: 'category', value: category as Category },
      appId,
      now,
    });
    const others = (dealt ?? []).filter((id) => id !== appId).slice(-strategy.otherApps);
    await sendViews(db, account, [...others, appId], now);
    await sendVote(db, account, { appId, voteType: 'up' }, now);
  }
}

/** Returns the time on the same day at which votes are cast again. */
const againOn = (at: number) => at - (at % DAY_MS) + AGAIN_H * HOUR_MS;

/** Acts of an account besides its vote. */
const tricks: Readonly<Record<Trick, (play: Play, account: BoughtAccount, accounts: number) => Act[]>> = {
  'likes one leading app a day': (play, account) =>
    daysBefore(account.votesAt, play.strategy.ageDays).map((at) => ({
      at,
      run: (now) => likeLeadingApp(play, account, now),
    })),
  'views leading apps without a like and downvotes them': (play, account) =>
    [account.votesAt - HOUR_MS / 2, ...daysBefore(account.votesAt, RIVAL_DAYS - 1)].map((at) => ({
      at,
      run: (now) => downvoteRivals(play, account, now),
    })),
  'reports leading apps': (play, account, accounts) => [
    { at: account.votesAt - DAY_MS / 2, run: (now) => reportRivals(play, account, accounts, now) },
  ],
  'begins as a guest': (play, account) => [
    ...daysBefore(account.signsUpAt, GUEST_DAYS).map((at) => ({
      at,
      run: (now: Date) => visitHonestly(play, account, now),
    })),
    { at: account.signsUpAt, run: () => becomeMember(play.database.pool, account) },
  ],
  'votes for another app a day later': (play, account) => [
    { at: account.votesAt + DAY_MS, run: (now) => voteFor(play, account, play.bought[1], now) },
  ],
  'takes the vote back and casts it again': (play, account) =>
    Array.from({ length: AGAIN_DAYS }, (_, day) => againOn(account.votesAt) + (day + 1) * DAY_MS).map(
      (at) => ({
        at,
        run: (now) => voteAgain(play, account, now),
      }),
    ),
  'likes all apps of the maker': (play, account) => [
    { at: account.votesAt - HOUR_MS, run: (now) => likeMakersApps(play, account, now) },
  ],
  'votes a day before': ({ database: { db }, bought }, account) => [
    {
      at: account.votesAt - DAY_MS,
      run: (now) => sendVote(db, account, { appId: bought[0].appId, voteType: 'up' }, now),
    },
  ],
  'no more votes a day than others view the app': () => [],
  'votes an hour apart': () => [],
};

/** Returns everything that the accounts of a strategy do, in the order of time. */
export function actsOf(play: Play, accounts: readonly BoughtAccount[]): Act[] {
  const { strategy, bought } = play;
  const acts = accounts.flatMap((account): Act[] => [
    ...daysBefore(account.votesAt, strategy.honestVisits).map((at) => ({
      at,
      run: (now: Date) => visitHonestly(play, account, now),
    })),
    ...(strategy.trick ? tricks[strategy.trick](play, account, accounts.length) : []),
    { at: account.votesAt, run: (now) => voteFor(play, account, bought[0], now) },
  ]);
  return acts.sort((one, other) => one.at - other.at);
}
