import { listFeed } from '@zapdeck/contract/feed/feed';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterEach, expect, test } from 'vitest';
import { openReadPool } from '../db/read-pool.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { takeWalks } from '../features/feed/walks.fixture.ts';
import { withinMinute } from '../testing/eventually.ts';
import { sequence } from '../testing/random.ts';
import { startReplicated } from '../testing/replicated.ts';
import { untilReplayed } from '../testing/until-replayed.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** Set by the environment: `READS=100000 HELD_BACK_S=10`, `CASES=1000` walks. */
const READS = Number(process.env['READS'] ?? 4_000);
const HELD_BACK_S = Number(process.env['HELD_BACK_S'] ?? 1);
const WALKS = Number(process.env['CASES'] ?? 48);
const TEST_MS = 3_600_000;
const PEOPLE = 100;
const AT_ONCE = 8;
/** The longer the delay, the fewer writes. Otherwise all users would read the primary all the time. */
const WRITES_SHARE = 0.03 / HELD_BACK_S;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Opens a server that reads from replicas with these settings. */
async function openReplicated(replicas: readonly Record<string, string>[]): Promise<TestApp> {
  const { database, ...servers } = await startReplicated(replicas);
  closing.push(() => servers.close());
  const urls = servers.replicas.map(({ url }) => url);
  const reads = openReadPool(database, urls, () => undefined);
  closing.push(() => reads.stop());
  const app = await openTestApp({ database, reads });
  closing.push(() => app.close());
  await withinMinute(() => expect(reads.replicas.every(({ serves }) => serves(null))).toBe(true));
  return app;
}

const readsOfReplicas = ({ deps }: TestApp) => deps.reads.replicas.reduce((sum, { reads }) => sum + reads, 0);

/** Lets users vote on an app of their own at times and read its count. Returns the number of stale counts. */
async function staleReads(app: TestApp, forgetsPosition: boolean): Promise<number> {
  const random = sequence(16);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const [person, { id: appId }] = [await app.person('member'), await app.addApp()];
      return { person, appId, upvotes: 0 };
    }),
  );
  // The factories wrote directly to the database, so no session has a position.
  await untilReplayed(app);
  const free = [...people];
  let stale = 0;
  const act = async (): Promise<void> => {
    const [one] = free.splice(Math.floor(random() * free.length), 1);
    if (!one) throw new Error('No user is free');
    const { person, appId } = one as { person: Person; appId: string };
    if (random() < WRITES_SHARE) {
      const response = await app.call(castVote, { body: { appId, voteType: 'up' } }, person);
      one.upvotes = response.body.upvotes;
      if (forgetsPosition) await app.deps.db.update(sessions).set({ logPosition: null });
    }
    const response = await app.call(listFeed, { query: { ids: appId } }, person);
    if (response.body[0]?.upvotes !== one.upvotes) stale += 1;
    free.push(one);
  };
  const worker = async () => {
    for (let reads = 0; reads < READS / AT_ONCE; reads += 1) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return stale;
}

const heldBack = { recovery_min_apply_delay: `${HELD_BACK_S}s` };

test(
  `${READS} reads on a delayed replica return no stale count`,
  async () => {
    const app = await openReplicated([heldBack]);
    expect(await staleReads(app, false)).toBe(0);
    expect(readsOfReplicas(app)).toBeGreaterThan(READS / 10);
    process.stdout.write(`${readsOfReplicas(app)} of ${READS} reads by the replica\n`);
  },
  TEST_MS,
);

test(
  'sessions without a position read stale counts: the previous test can fail',
  async () => {
    expect(await staleReads(await openReplicated([heldBack]), true)).toBeGreaterThan(0);
  },
  TEST_MS,
);

test(
  `${WALKS} walks over an up-to-date and a late replica deal every app`,
  async () => {
    const app = await openReplicated([{}, { recovery_min_apply_delay: '150ms' }]);
    const { faults, pages } = await takeWalks(app, 'best', { count: WALKS, firstSeed: 14 });
    expect(faults, `${faults.length} faults in ${WALKS} walks of ${pages} pages`).toEqual([]);
    for (const { reads } of app.deps.reads.replicas) expect(reads).toBeGreaterThan(0);
  },
  TEST_MS,
);
