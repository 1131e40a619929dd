import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { recordDurations, recordInteraction, recordInteractions } from '@zapdeck/contract/feed/interactions';
import type { CallInput } from '@zapdeck/contract/wire/route';
import { castVote } from '@zapdeck/contract/feed/votes';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../db/columns.ts';
import { openDatabase } from '../db/client.ts';
import { drawn } from '../testing/cases.ts';
import { sequence } from '../testing/random.ts';
import { recordInteraction as meetApp } from './interactions/interactions.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { patient } from '../testing/test-database.ts';

const APPS = 4;
const PEOPLE = 8;
const LEAVING = 12;
const { cases: calls, seed, timeout } = drawn(600, 11);
/** Together with deletions, at most the number of connections. */
const CALLERS = 16;
const LEAVING_AT_ONCE = 2;

const nodes: TestApp[] = [];
const pools: ReturnType<typeof openDatabase>[] = [];
let home: TestApp;
beforeAll(async () => {
  home = await openTestApp();
  const { database } = home;
  await home.deps.pool.query(`ALTER DATABASE ${database.connection.database} SET deadlock_timeout = '20ms'`);
  for (let index = 0; index < 2; index += 1) {
    const own = openDatabase({ ...database.connection, ...patient }, () => undefined);
    pools.push(own);
    nodes.push(await openTestApp({ database: { ...database, ...own } }));
  }
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  for (const { pool } of pools) await pool.end();
  await home.close();
});

/** All users view new apps, through both nodes at once and in different orders. */
async function meetNewApps([one, two]: readonly TestApp[], people: readonly Person[]): Promise<void> {
  const random = sequence(5);
  for (let round = 0; round < 5; round += 1) {
    const newApps = await Promise.all(Array.from({ length: 8 }, async () => one?.addApp()));
    const met = people.flatMap((person) =>
      newApps.map((app) => ({ person, appId: app?.id ?? '', at: random() })),
    );
    const toMeet = { interactionType: 'skip', duration: 500 } as const;
    const meet = (on: TestApp | undefined, order: typeof met) =>
      order.map(
        ({ person, appId }) =>
          on &&
          meetApp(
            on.deps.db,
            person.user?.id ?? '',
            { appId, ...toMeet },
            { now: on.clock.now, address: '192.0.2.1' },
          ),
      );
    await Promise.all([
      ...meet(one, met),
      ...meet(
        two,
        met.toSorted((a, b) => a.at - b.at),
      ),
    ]);
  }
}

/** Reads the counter after all connections have ended, because each reports its statistics then. */
async function deadlocks({ connection: { host, user, database } }: TestApp['database']): Promise<number> {
  const client = new pg.Client({ host, user, database: 'postgres' });
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
    database,
  ]);
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = $1',
    [database],
  );
  await client.end();
  return Number(rows[0]?.deadlocks);
}

it('two nodes count concurrent votes, interactions and durations exactly, without deadlocks', {
  timeout,
}, async () => {
  const [one, two] = nodes as [TestApp, TestApp];
  const random = sequence(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const appIds = (await Promise.all(Array.from({ length: APPS }, () => one.addApp()))).map(({ id }) => id);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => one.person('member')));
  const leaving = await Promise.all(Array.from({ length: LEAVING }, () => one.person('member')));
  await meetNewApps(nodes, people);
  let counted = 0;

  /** Sends the same vote through both nodes at once. */
  const voteOnce = async (as: Person, body: CallInput<typeof castVote>['body']): Promise<number> => {
    const key = { 'idempotency-key': newId() };
    const answers = await Promise.all(nodes.map((node) => node.call(castVote, { body }, as, key)));
    const bodies = answers.filter(({ status }) => status === 200).map(({ body: answer }) => answer);
    expect(bodies[1] ?? bodies[0]).toEqual(bodies[0]);
    return answers[0]?.status ?? 0;
  };

  const send = async (on: TestApp, as: Person, does: number): Promise<number> => {
    const appId = pick(appIds);
    if (does < 3) {
      const vote = { appId, voteType: pick(['up', 'down'] as const) };
      return (await on.call(castVote, { body: vote }, as)).status;
    }
    if (does < 5) return voteOnce(as, { appId, voteType: pick(['up', 'down'] as const) });
    if (does < 9) {
      const body = { appId, interactionType: pick(['view', 'skip', 'like'] as const) };
      const { status, body: answer } = await on.call(recordInteraction, { body }, as);
      if (status === 201 && answer.counted) counted += 1;
      return status;
    }
    if (does < 10) {
      const durations = Object.fromEntries(appIds.map((id) => [id, 1_000]));
      return (await on.call(recordDurations, { body: { durations } }, as)).status;
    }
    const interactions = Array.from({ length: 6 }, () => ({
      appId: pick(appIds),
      interactionType: pick(['view', 'skip'] as const),
      duration: 500,
    }));
    const { status, body } = await on.call(
      recordInteractions,
      { body: { batchId: newId(), interactions } },
      as,
    );
    if (status === 201) counted += body.counted.length;
    return status;
  };

  let left = calls;
  const statuses = new Map<number, number>();
  const note = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const on = caller % 2 === 0 ? one : two;
    while (left > 0) {
      left -= 1;
      note(await send(on, pick(people), Math.floor(random() * 12)));
      if (random() < 0.03) one.clock.advance(600_000);
    }
  });
  const leave = async (person: Person, index: number): Promise<void> => {
    const [at, from] = index % 2 === 0 ? [one, two] : [two, one];
    for (let call = 0; call < 10; call += 1) note(await send(at, person, Math.floor(random() * 9)));
    const sent = Array.from({ length: 6 }, () => send(at, person, Math.floor(random() * 9)));
    const body = { email: person.user?.email ?? '' };
    // Without a password, a proof is a new sign-in.
    const proved = await from.signInAgain(person);
    expect((await from.call(deleteAccount, { body }, proved)).status).toBe(204);
    // 401 after the deletion of the account.
    for (const status of await Promise.all(sent)) expect([200, 201, 401]).toContain(status);
  };
  const departures = Array.from({ length: LEAVING_AT_ONCE }, async (_, first) => {
    for (let index = first; index < LEAVING; index += LEAVING_AT_ONCE)
      await leave(leaving[index] as Person, index);
  });
  await Promise.all([...callers, ...departures]);

  expect([...statuses.keys()].toSorted()).toEqual([200, 201]);
  const { rows } = await one.deps.pool.query(`
      SELECT 'votes of ' || id AS wrong FROM apps
        WHERE upvotes <> (SELECT count(*) FROM votes WHERE app_id = apps.id AND vote_type = 'up')
           OR downvotes <> (SELECT count(*) FROM votes WHERE app_id = apps.id AND vote_type = 'down')
      UNION ALL SELECT 'seen by ' || user_id FROM seen_counts
        WHERE seen <> (SELECT count(*) FROM seen_apps WHERE seen_apps.user_id = seen_counts.user_id)`);
  expect(rows).toEqual([]);
  const apps = await Promise.all(appIds.map((id) => one.readApp(id)));
  expect(apps.reduce((sum, { views }) => sum + views, 0)).toBe(counted);

  expect(await deadlocks(one.database)).toBe(0);
});
