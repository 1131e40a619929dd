import { listFeed } from '@zapdeck/contract/feed';
import { castVote } from '@zapdeck/contract/votes';
import { afterEach, expect, test } from 'vitest';
import { openReadPool } from '../db/read-pool.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { takeWalks } from '../features/feed/walks.fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { sequence } from '../testing/random.ts';
import { startReplicated } from '../testing/replicated.ts';
import { untilReplayed } from '../testing/until-replayed.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** More by the environment: `READS=100000 HELD_BACK_S=10`, `CASES=1000` walks. */
const READS = Number(process.env['READS'] ?? 4_000);
const HELD_BACK_S = Number(process.env['HELD_BACK_S'] ?? 1);
const WALKS = Number(process.env['CASES'] ?? 48);
const TEST_MS = 3_600_000;
const PEOPLE = 100;
const AT_ONCE = 8;
/** The later the replica is, the more rarely people write: else it would be too late for all of them all the time. */
const WRITES_SHARE = 0.03 / HELD_BACK_S;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that reads from replicas with these settings. */
async function openReplicated(replicas: readonly Record<string, string>[]): Promise<TestApp> {
  const { database, ...servers } = await startReplicated(replicas);
  closing.push(() => servers.close());
  const urls = servers.replicas.map(({ url }) => url);
  const reads = openReadPool(database, urls, () => undefined);
  closing.push(() => reads.stop());
  const app = await openTestApp({ database, reads });
  closing.push(() => app.close());
  await eventually(() => expect(reads.replicas.every(({ serves }) => serves(null))).toBe(true));
  return app;
}

const readsOfReplicas = ({ deps }: TestApp) => deps.reads.replicas.reduce((sum, { reads }) => sum + reads, 0);

/** People who vote on an app of their own now and then, and look at its number; returns how often it was an old one. */
async function staleReads(app: TestApp, isForgetful: boolean): Promise<number> {
  const random = sequence(16);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const [person, { id: appId }] = [await app.person('member'), await app.addApp()];
      return { person, appId, upvotes: 0 };
    }),
  );
  // They were made past the server, which has noted nothing.
  await untilReplayed(app);
  const free = [...people];
  let stale = 0;
  const act = async (): Promise<void> => {
    const [one] = free.splice(Math.floor(random() * free.length), 1);
    if (!one) throw new Error('Nobody is free');
    const { person, appId } = one as { person: Person; appId: string };
    if (random() < WRITES_SHARE) {
      const answer = await app.call(castVote, { body: { appId, voteType: 'up' } }, person);
      one.upvotes = answer.body.upvotes;
      if (isForgetful) await app.deps.db.update(sessions).set({ logPosition: null });
    }
    const answer = await app.call(listFeed, { query: { ids: appId } }, person);
    if (answer.body[0]?.upvotes !== one.upvotes) stale += 1;
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
  `${READS} reads beside a replica that is held back: nobody reads less than they have written`,
  async () => {
    const app = await openReplicated([heldBack]);
    expect(await staleReads(app, false)).toBe(0);
    expect(readsOfReplicas(app)).toBeGreaterThan(READS / 10);
    process.stdout.write(`${readsOfReplicas(app)} of ${READS} reads by the replica\n`);
  },
  TEST_MS,
);

test(
  'sessions that forget their positions do: the test above can fail',
  async () => {
    expect(await staleReads(await openReplicated([heldBack]), true)).toBeGreaterThan(0);
  },
  TEST_MS,
);

test(
  `${WALKS} walks over a replica that follows and one that is late give everything`,
  async () => {
    const app = await openReplicated([{}, { recovery_min_apply_delay: '150ms' }]);
    const { faults, pages } = await takeWalks(app, 'best', { count: WALKS, firstSeed: 14 });
    expect(faults, `${faults.length} faults in ${WALKS} walks of ${pages} pages`).toEqual([]);
    for (const { reads } of app.deps.reads.replicas) expect(reads).toBeGreaterThan(0);
  },
  TEST_MS,
);
