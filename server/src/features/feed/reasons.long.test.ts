import { END_CURSOR_HEADER, type FeedApp, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { FOR_YOU_VOTES, setLess } from '@zapdeck/contract/feed/taste';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { drawn } from '../../testing/cases.ts';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { refreshPairs } from '../for-you/pairs/refresh-pairs.ts';
import { readReference, type Reference } from '../for-you/pairs/reference.fixture.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

/** Two camps of people like apps of different halves, so that some likes lead to others. */
const [APPS, PEOPLE, CATEGORIES] = [60, 14, 5];
const DECKS = ['best', 'for-you', 'unseen', 'new'] as const;
const TRUSTED = { createdAt: new Date('2020-01-01'), emailVerifiedAt: new Date('2020-01-01') };

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());

type Random = () => number;

/** State of an app for the viewer before the deck is dealt. */
interface Facts {
  title: string;
  isReachable: boolean;
  isSeen: boolean;
  isLiked: boolean;
  isAvoided: boolean;
  /** A first view of the viewer can count. */
  isNewcomer: boolean;
}

async function readFacts(viewer: Person): Promise<Map<string, Facts>> {
  const { rows } = await t.deps.pool.query<Facts & { id: string }>(
    `SELECT apps.id, title, frame_status <> 'unreachable' AS "isReachable",
       EXISTS (SELECT FROM seen_apps WHERE app_id = apps.id AND user_id = $1) AS "isSeen",
       EXISTS (SELECT FROM votes WHERE app_id = apps.id AND user_id = $1 AND vote_type = 'up') AS "isLiked",
       EXISTS (SELECT FROM avoided_apps WHERE app_id = apps.id AND user_id = $1) AS "isAvoided",
       submitted_by IS DISTINCT FROM $1 AND EXISTS (SELECT FROM view_budgets WHERE app_id = apps.id AND finished_at IS NULL
         AND due_at IS NOT NULL AND (guest_views < guests_max OR NOT $2)) AS "isNewcomer"
     FROM apps`,
    [viewer.user?.id, viewer.user?.isGuest],
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Returns the liked app that leads to the app most strongly, by counting all likes. */
function strongestLead(id: string, facts: ReadonlyMap<string, Facts>, pairs: Reference) {
  const leads = [...facts].filter(([, { isLiked, isAvoided }]) => isLiked && !isAvoided);
  return leads
    .map(([lead]) => ({ lead, lift: pairs.pairsOf(lead).find(({ other }) => other === id)?.lift ?? 0 }))
    .filter(({ lift }) => lift > 0)
    .toSorted((one, other) => other.lift - one.lift || (one.lead < other.lead ? -1 : 1))[0];
}

/** Returns the fault in the reason of a card. Undefined if the reason is true. */
function faultOf(
  { id, reason, because }: FeedApp,
  deck: (typeof DECKS)[number],
  facts: ReadonlyMap<string, Facts>,
  pairs: Reference,
): string | undefined {
  const app = facts.get(id);
  if (!app) return 'unknown app';
  const lead = strongestLead(id, facts, pairs);
  const truths: Record<NonNullable<FeedApp['reason']>, boolean> = {
    fresh: !app.isSeen && app.isReachable,
    newcomer: !app.isSeen && app.isReachable && app.isNewcomer,
    recycled: app.isSeen && app.isReachable,
    ranked: app.isReachable && (deck === 'new' || (deck === 'unseen' && !app.isSeen)),
    unreachable: !app.isReachable,
    paired: !app.isSeen && app.isReachable && !app.isAvoided && because?.id === lead?.lead,
    explored: !app.isSeen && app.isReachable && !app.isAvoided && !lead,
  };
  const isTrue = reason !== undefined && truths[reason] && (reason === 'paired') === (because !== undefined);
  const isNamed = because === undefined || facts.get(because.id)?.title === because.title;
  return isTrue && isNamed ? undefined : `${deck}: ${app.title} ${reason} ${because?.title ?? ''}`;
}

/** Fills the catalogue, and lets people vote. Returns them with the ids of the apps. */
async function addWorld(random: Random): Promise<{ people: Person[]; ids: string[] }> {
  await t.deps.pool.query('TRUNCATE apps, decks, changed_likes CASCADE');
  await t.deps.pool.query('DELETE FROM users');
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => t.person('member', TRUSTED)));
  const ids: string[] = [];
  for (let number = 0; number < APPS; number += 1) {
    const { id } = await t.addApp({
      title: `App ${number}`,
      category: `Category ${number % CATEGORIES}`,
      views: Math.floor(random() * 60),
      frameStatus: random() < 0.1 ? 'unreachable' : 'ok',
      submittedBy: people[number % PEOPLE]?.user?.id ?? null,
    });
    ids.push(id);
  }
  const drawnIds = (share: number) => ids.filter(() => random() < share);
  await addBudgets(t.deps.pool, 'id = ANY ($1)', [drawnIds(0.25)]);
  await t.deps.pool.query(
    'UPDATE view_budgets SET guest_views = guests_max, views = guests_max WHERE app_id = ANY ($1)',
    [drawnIds(0.4)],
  );
  for (const [index, person] of people.entries())
    for (const [number, appId] of ids.entries()) {
      const isOwnCamp = index % 2 === number % 2;
      // Members with fewer votes have no deck `for-you`.
      const isNeeded = number >= APPS - FOR_YOU_VOTES;
      if (isNeeded || random() < (isOwnCamp ? 0.4 : 0.1))
        await vote(person, appId, random() < (isOwnCamp ? 0.9 : 0.2));
    }
  await refreshPairs(t.deps.db, t.clock.now, () => false);
  return { people, ids };
}

async function vote(person: Person, appId: string, isLike: boolean): Promise<void> {
  t.clock.advance(1_000);
  const body = { appId, voteType: isLike ? 'up' : 'down', mode: 'cast' } as const;
  expect((await t.call(castVote, { body }, person)).status).toBe(200);
}

async function view(person: Person, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const interactions = ids.map((appId) => ({ appId, interactionType: 'view' as const, duration: 1_000 }));
  const { status } = await t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
  expect(status).toBe(201);
}

async function deal(person: Person, deck: string): Promise<FeedApp[]> {
  const cards: FeedApp[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { status, body, headers } = await t.call(
      listFeed,
      { query: cursor === undefined ? { deck } : { cursor } },
      person,
    );
    expect(status).toBe(200);
    cards.push(...body);
    if (headers[END_CURSOR_HEADER] !== undefined) return cards;
    cursor = String(headers[NEXT_CURSOR_HEADER]);
  }
}

const { cases, seed, timeout } = drawn(1_000, 36);
test(`the reason of each of ${cases} places is true`, { timeout }, async () => {
  const random = sequence(seed);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let places = 0;
  while (places < cases) {
    const { people, ids } = await addWorld(random);
    await feed.set({ appsPerPage: 5 + Math.floor(random() * 4), categoryDiversityEnabled: random() < 0.5 });
    await feed.set({ recycledContentThreshold: random() < 0.5 ? 20 : 80 });
    const pairs = await readReference(t.deps.db, t.clock.now);
    const viewers = [...people.slice(0, 3), await t.person('guest')];
    for (const viewer of viewers) {
      const isGuest = viewer.user?.isGuest;
      await view(
        viewer,
        ids.filter(() => random() < 0.3),
      );
      for (const appId of isGuest ? [] : ids.filter(() => random() < 0.08))
        await t.call(setLess, { body: { appId, less: true } }, viewer);
      const facts = await readFacts(viewer);
      for (const deck of DECKS.filter((kind) => !isGuest || kind !== 'for-you'))
        for (const card of await deal(viewer, deck)) {
          places += 1;
          counts.set(card.reason ?? 'none', (counts.get(card.reason ?? 'none') ?? 0) + 1);
          const fault = faultOf(card, deck, facts, pairs);
          if (fault !== undefined) faults.push(fault);
        }
    }
  }
  expect(faults, `${faults.length} of ${places} places, seed ${seed}`).toEqual([]);
  // A reason that is never dealt is not tested.
  const reasons = ['explored', 'fresh', 'newcomer', 'paired', 'ranked', 'recycled', 'unreachable'];
  expect([...counts.keys()].toSorted()).toEqual(reasons);
});
