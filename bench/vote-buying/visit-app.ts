import { categories } from '@zapdeck/contract/apps/categories';
import { BEST, categorySlug } from '@zapdeck/contract/feed/decks';
import type { Category } from '@zapdeck/contract/apps/listing';
import type { Database } from '@zapdeck/server/db/client';
import { requireDeck } from '@zapdeck/server/features/feed/sources';
import type { Strategy } from '../bought-strategies.ts';
import type { BoughtAccount } from './accounts.ts';
import { handleOf, type Instance, type InstanceApp, tagOf, titleOf } from './instance.ts';
import type { Bought } from './places.ts';
import { openDeck, reactTo, sendReaction, sendViews, sendVote, walkUntil } from './visits.ts';

/** A campaign that is being played. */
export interface Play {
  database: Database;
  instance: Instance;
  strategy: Strategy;
  bought: Bought;
  random: () => number;
}

/** Visits `best` as a member with tastes. */
export async function visitHonestly(
  { database: { db }, instance, random }: Play,
  account: BoughtAccount,
  now: Date,
): Promise<void> {
  const { ids } = await openDeck(db, account, BEST, now);
  const { viewed, ballots } = reactTo(instance, account, ids, random);
  const mayVote = now.getTime() >= account.signsUpAt;
  await sendReaction(db, account, { viewed, ballots: mayVote ? ballots : [] }, now);
}

/** Time between the views of the apps that come first and the second visit. */
const PAUSE_MS = 60_000;

/** Views all apps that a deck deals before this one, and opens it again. */
async function viewUntilFirst(
  { database: { db }, strategy }: Play,
  account: BoughtAccount,
  { appId }: InstanceApp,
  now: Date,
): Promise<void> {
  const deck = await requireDeck(db, strategy.way);
  const dealt =
    (await walkUntil(db, account, { deck, appId, now: new Date(now.getTime() - PAUSE_MS) })) ?? [];
  await sendViews(db, account, dealt.slice(0, dealt.indexOf(appId)), now);
  await openDeck(db, account, deck, now);
  await sendViews(db, account, [appId], now);
}

const RARE_LANGUAGE = 'is';

/** Makes the account get hardly anything but the app, by what its maker and the account choose. */
async function chooseApp(
  { database: { pool }, strategy: { way } }: Play,
  { userId }: BoughtAccount,
  { appId, category }: InstanceApp,
): Promise<void> {
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
  const chosen = [
    `search:${titleOf(approvalNo)}`,
    `tag:${tagOf(approvalNo)}`,
    `maker:${handleOf(approvalNo)}`,
  ];
  return way === 'chosen decks'
    ? (chosen[no % chosen.length] ?? '')
    : `category:${categorySlug(category as Category)}`;
}

/** Lets an account come to the app, look at it and at others, and vote for it. */
export async function voteFor(
  play: Play,
  account: BoughtAccount,
  app: InstanceApp,
  now: Date,
): Promise<void> {
  const { strategy } = play;
  const { db } = play.database;
  const { appId } = app;
  const others = (ids: readonly string[]) => ids.filter((id) => id !== appId).slice(-strategy.otherApps);
  if (strategy.way === 'link') {
    const { ids } = await openDeck(db, account, BEST, now);
    await sendViews(db, account, [appId, ...others(ids)], now);
  } else if (strategy.way === 'best' || strategy.way === 'trending') {
    await viewUntilFirst(play, account, app, now);
  } else if (strategy.way !== 'category' && strategy.way !== 'chosen decks') {
    const { ids } = await openDeck(db, account, BEST, now);
    await sendViews(db, account, others(ids), now);
    await chooseApp(play, account, app);
    await openDeck(db, account, BEST, now);
    await sendViews(db, account, [appId], now);
  } else {
    const deck = await requireDeck(db, keyOf(strategy, account, app));
    const dealt = await walkUntil(db, account, { deck, appId, now });
    const seen = others(dealt ?? []);
    const more = strategy.otherApps - seen.length;
    // A deck of one app has no others.
    const { ids } = more > 0 ? await openDeck(db, account, BEST, now) : { ids: [] };
    await sendViews(db, account, [...seen, ...ids.slice(0, more), appId], now);
  }
  await sendVote(db, account, { appId, voteType: 'up' }, now);
}
