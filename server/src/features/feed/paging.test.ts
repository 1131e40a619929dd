import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { drawn } from '../../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { hide } from '../hidden/hidden.ts';
import { recordInteraction } from '../interactions/interactions.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { algorithmKind } from '../settings/kinds.ts';
import { referencePage, type Shelf } from './reference.fixture.ts';

const { cases, seed, timeout } = drawn(6, 2);
const categories = ['Games', 'Design', 'News', 'Travel', 'Utilities', 'Other'];

let test: TestApp;
let guest: Person;
beforeAll(async () => {
  test = await openTestApp();
  guest = await test.person('guest');
});
afterAll(() => test.close());

const oneApp = fc.record({
  category: fc.constantFrom(...categories),
  // Few values, so that ties are frequent.
  upvotes: fc.integer({ min: 0, max: 6 }),
  downvotes: fc.integer({ min: 0, max: 3 }),
  views: fc.constantFrom(0, 99, 100),
  createdAt: fc.constantFrom(new Date('2026-03-01T00:00:00.001Z'), new Date('2026-03-01T00:00:00.002Z')),
  status: fc.constantFrom('approved' as const, 'approved' as const, 'approved' as const, 'pending' as const),
  /** Minutes between the member’s last view of the app and the deck; null for never. */
  seenBefore: fc.option(fc.integer({ min: 1, max: 5 })),
});

/** The category that the member hides, or null. */
const hiddenCategory = fc.option(fc.constantFrom(...categories));

const someParams = fc.record<AlgorithmParams>({
  algorithmType: fc.constantFrom('normal', 'normal', 'normal', 'semi_simple', 'simple'),
  // Few values, because each has statements of its own, which stay prepared.
  appsPerPage: fc.constantFrom(1, 2, 4, 6, 7, 20, 40),
  maxDiversityPool: fc.constantFrom(20, 40),
  categoryDiversityEnabled: fc.boolean(),
  recycledContentThreshold: fc.constantFrom(0, 10, 50, 100),
  freshContentPriority: fc.constantFrom(0, 30, 50, 80, 100),
});

type OneApp = ReturnType<typeof oneApp.generate>['value'];

/** Fills the empty catalogue and the history of the member. Returns both in the form of the reference. */
async function fill(
  values: readonly OneApp[],
  { member, hidden }: { member: Person; hidden: string | null },
  ownerId: string,
): Promise<Shelf[]> {
  const { db, pool } = test.deps;
  await pool.query('TRUNCATE apps CASCADE');
  const rows = values.map(({ category, upvotes, downvotes, views, createdAt }, index) => {
    const id = newId();
    const app = { category, upvotes, downvotes, views, createdAt };
    return {
      ...app,
      id,
      title: `App ${index}`,
      description: 'One of many',
      url: `https://${id}.example.org/`,
      submittedBy: ownerId,
      // Never due for a check, which could change its place.
      frameCheckedAt: new Date('2999-01-01'),
      // Approved before the member viewed any of them.
      status: 'approved' as const,
    };
  });
  if (rows.length === 0) return [];
  const stored = await db.insert(apps).values(rows).returning();
  const shelves = stored.map((app, index) => {
    const minutes = values[index]?.seenBefore ?? null;
    const lastViewedAt = minutes === null ? null : new Date(test.clock.now.getTime() - minutes * 60_000);
    const dueAt = app.views < 100 ? app.createdAt : null;
    return { ...app, lastViewedAt, dueAt, isHidden: app.category === hidden };
  });
  // In an order of its own, and partly at the same time.
  await addBudgets(pool, 'views < 100');
  await pool.query('UPDATE view_budgets SET due_at = apps.created_at FROM apps WHERE apps.id = app_id');
  const seen = shelves.flatMap(({ id, lastViewedAt }) =>
    lastViewedAt ? [{ userId: member.user?.id ?? '', appId: id, lastViewedAt }] : [],
  );
  if (seen.length > 0) await db.insert(seenApps).values(seen);
  const isApproved = (_: unknown, index: number) => values[index]?.status === 'approved';
  const withdrawn = shelves.filter((app, index) => !isApproved(app, index)).map(({ id }) => id);
  await pool.query("UPDATE apps SET status = 'pending' WHERE id = ANY($1)", [withdrawn]);
  return shelves.filter(isApproved);
}

/** More than the largest catalogue of these tests fills. */
const PAGES_MAX = 1_000;

/** Deals the whole deck. Calls `meet` with each page before the next is requested. */
async function deal(person: Person, meet: (page: string[]) => Promise<void>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: unknown;
  do {
    test.clock.advance(1_000);
    const query = typeof cursor === 'string' ? { cursor } : {};
    const answer = await test.call(listFeed, { query }, person);
    expect(answer.status).toBe(200);
    const page = answer.body.map(({ id }) => id);
    if (pages.push(page) > PAGES_MAX) throw new Error('The deck has no end');
    await meet(page);
    cursor = answer.headers[NEXT_CURSOR_HEADER];
  } while (cursor !== undefined);
  return pages;
}

it('deals the whole catalogue once, in the same pages as the slow reference', {
  tags: 'long',
  timeout,
}, async () => {
  const owner = await test.person('member');
  // Long catalogues are as frequent as short ones: faults between pages need many pages.
  const catalogue = fc.array(oneApp, { maxLength: 120, size: 'max' });
  let [decks, pagesDealt, recycling] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(catalogue, someParams, hiddenCategory, fc.boolean(), async (...chosen) => {
      const [values, params, hidden, isInteracting] = chosen;
      const member = await test.person('member');
      const shelves = await fill(values, { member, hidden }, owner.user?.id ?? '');
      if (hidden !== null)
        await hide(test.deps.db, member.user?.id ?? '', { kind: 'category', value: hidden }, test.clock.now);
      await setSettings(test, algorithmKind, params);

      for (const person of [member, guest]) {
        const plain = { lastViewedAt: null, isHidden: false };
        const history = person === member ? shelves : shelves.map((app) => ({ ...app, ...plain }));
        const shown = history.filter(({ isHidden }) => !isHidden);
        const pages = await deal(person, async (page) => {
          if (person === guest || !isInteracting) return;
          const met = { interactionType: 'skip', duration: 0 } as const;
          for (const appId of page) {
            await recordInteraction(
              test.deps.db,
              member.user?.id ?? '',
              { appId, ...met },
              { now: test.clock.now, address: '192.0.2.1' },
            );
          }
        });

        const expected: string[][] = [];
        const dealt = new Set<string>();
        do {
          const page = referencePage(history, dealt, params);
          expected.push(page);
          for (const id of page) dealt.add(id);
        } while (dealt.size < shown.length && expected.length <= PAGES_MAX);

        expect(pages).toEqual(expected);
        expect(pages.flat().toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
        decks += 1;
        pagesDealt += pages.length;
        if (history.some(({ lastViewedAt }) => lastViewedAt)) recycling += 1;
      }
    }),
    { numRuns: cases, seed },
  );
  // The cases must cover something.
  expect(decks).toBe(2 * cases);
  expect(pagesDealt).toBeGreaterThan(5 * cases);
  expect(recycling).toBeGreaterThan(cases / 2);
});

it('ends while scores, votes and approvals change', { tags: 'long' }, async () => {
  const owner = await test.person('member');
  await setSettings(test, algorithmKind, { algorithmType: 'normal', appsPerPage: 5, maxDiversityPool: 20 });
  const values = fc.sample(oneApp, { numRuns: 120, seed: 3 });
  const member = await test.person('member');
  await fill(values, { member, hidden: null }, owner.user?.id ?? '');
  const random = fc.sample(fc.integer({ min: 0, max: 9 }), { numRuns: 400, seed: 4 });
  const pages = await deal(member, async () => {
    const take = () => random.pop() ?? 0;
    await test.deps.pool.query(
      `UPDATE apps SET upvotes = upvotes + $1, status = CASE WHEN views = $2 THEN 'pending' ELSE 'approved' END::app_status,
         views = (views + $3) % 10 WHERE abs(hashtext(id::text)) % 4 = $4`,
      [take(), take(), take(), take() % 4],
    );
  });
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.length).toBeLessThan(200);
});
