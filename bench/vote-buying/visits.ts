import { BEST, type Deck } from '@zapdeck/contract/feed/decks';
import type { Db } from '@zapdeck/server/db/client';
import { newId } from '@zapdeck/server/db/columns';
import { isFirstPage } from '@zapdeck/server/features/feed/cursor';
import { storeFirstPage } from '@zapdeck/server/features/feed/deck-pages';
import { dealFirstPage, type DealtPage, dealNextPage } from '@zapdeck/server/features/feed/feed';
import type { OpenDeck } from '@zapdeck/server/features/feed/sources';
import { recordInteractions } from '@zapdeck/server/features/interactions/interactions';
import { createReport } from '@zapdeck/server/features/review/reports/reports';
import { castVote } from '@zapdeck/server/features/votes/votes';
import type { JobQueue } from '@zapdeck/server/jobs/queue';
import { CONTINUE_PROBABILITY } from '../simulation/simulated-feed.ts';
import { assumed, simulateView } from '../simulation/simulated-world.ts';
import { favouriteOf, type Instance, type Member } from './instance.ts';

export const TRENDING = { kind: 'trending', value: null } as const;

interface Visitor {
  userId: string;
  address: string;
}

const LOOKED_MS = 5_000;

/** Sends views of a second or more, as a request does. */
export async function sendViews(
  db: Db,
  { userId, address }: Visitor,
  appIds: readonly string[],
  now: Date,
): Promise<void> {
  const interactions = appIds.map((appId) => ({
    appId,
    interactionType: 'view' as const,
    duration: LOOKED_MS,
  }));
  const batch = { interactions, batchId: newId(), ageMs: 0 };
  // A client sends a batch again if a deadlock has rolled it back.
  const record = () => recordInteractions(db, userId, batch, { now, address });
  await record().catch(record);
}

interface Ballot {
  appId: string;
  voteType: 'up' | 'down';
  mode?: 'cast' | 'retract';
}

/** Sends a vote, as a request does. */
export async function sendVote(
  db: Db,
  { userId, address }: Visitor,
  { mode = 'cast', ...ballot }: Ballot,
  now: Date,
): Promise<void> {
  await castVote(db, userId, { ...ballot, mode }, { now, address });
}

/** Opens a deck. Its first page is stored, as with the first view. */
export async function openDeck(db: Db, { userId }: Visitor, deck: OpenDeck, now: Date): Promise<DealtPage> {
  const page = await dealFirstPage(db, deck, userId, now);
  if (isFirstPage(page.next)) await storeFirstPage(db, page.next, now);
  return page;
}

const PAGES_MAX = 60;

/** Opens a deck and goes on until it deals the app. Returns the apps of all pages, or null if the app never comes. */
export async function walkUntil(
  db: Db,
  visitor: Visitor,
  { deck, appId, now }: { deck: OpenDeck; appId: string; now: Date },
): Promise<string[] | null> {
  let page = await openDeck(db, visitor, deck, now);
  const dealt = [...page.ids];
  for (let pages = 1; pages < PAGES_MAX && !dealt.includes(appId); pages += 1) {
    if (page.isEnd || page.ids.length === 0) return null;
    page = await dealNextPage(db, deck, { viewerId: visitor.userId, cursor: page.next, now });
    dealt.push(...page.ids);
  }
  return dealt.includes(appId) ? dealt : null;
}

/** Shares of visits to decks. The rest goes to a favourite category. */
const [TO_BEST, TO_UNSEEN, TO_TRENDING] = [0.6, 0.15, 0.1];

export function drawDeck(member: Member, random: () => number): OpenDeck & Deck {
  const drawn = random();
  if (drawn < TO_BEST) return BEST;
  if (drawn < TO_BEST + TO_UNSEEN) return { kind: 'unseen', value: null };
  if (drawn < TO_BEST + TO_UNSEEN + TO_TRENDING) return TRENDING;
  return { kind: 'category', value: favouriteOf(member, random) };
}

/** Views and votes of one visit. */
export interface Reaction {
  viewed: string[];
  ballots: Ballot[];
}

/** Decides what a member views, likes and dislikes on a page. */
export function reactTo(
  { byId }: Pick<Instance, 'byId'>,
  member: Member,
  ids: readonly string[],
  random: () => number,
): Reaction {
  const [viewed, ballots]: [string[], Ballot[]] = [[], []];
  for (const appId of ids) {
    const app = byId.get(appId);
    if (!app) continue;
    const before = app.downvotes;
    const { isLiked } = simulateView(member, app, { offTaste: assumed.offTaste, random });
    viewed.push(appId);
    if (isLiked) ballots.push({ appId, voteType: 'up' });
    else if (app.downvotes > before) ballots.push({ appId, voteType: 'down' });
    if (random() > CONTINUE_PROBABILITY) break;
  }
  return { viewed, ballots };
}

/** Sends the views of a visit, then its votes. */
export async function sendReaction(
  db: Db,
  visitor: Visitor,
  { viewed, ballots }: Reaction,
  now: Date,
): Promise<void> {
  await sendViews(db, visitor, viewed, now);
  await Promise.all(ballots.map((ballot) => sendVote(db, visitor, ballot, now)));
}

const noJobs = { enqueue: async () => undefined, enqueueAll: async () => undefined } as unknown as JobQueue;

/** Reports apps, as requests do. */
export async function reportApps(
  db: Db,
  { userId, address }: Visitor,
  appIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const appId of appIds) {
    const report = { jobs: noJobs, appId, kind: 'broken' as const, reason: 'It does not work.' };
    await createReport(db, { ...report, reportedBy: userId, address, clock: () => now }).catch(
      () => undefined,
    );
  }
}
