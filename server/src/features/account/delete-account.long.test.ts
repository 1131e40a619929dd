import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

const ROWS = 400_000;
const VOTE_WAIT_MAX_MS = 300;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  const { user } = await t.person('member');
  const client = await t.deps.pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(
    `INSERT INTO idempotency_keys (user_id, key_hash, request_hash, status, response)
     SELECT $2, 'key ' || n, 'request', 200, jsonb_build_object('appId', gen_random_uuid(), 'upvotes', n)::text
     FROM generate_series(1, $1) AS n`,
    [ROWS, user?.id],
  );
  await client.query(
    `INSERT INTO audit_log (id, action, target_id, before)
     SELECT gen_random_uuid(), 'app.deleted', gen_random_uuid(), jsonb_build_object('submittedBy', gen_random_uuid())
     FROM generate_series(1, $1)`,
    [ROWS],
  );
  await client.query('VACUUM ANALYZE idempotency_keys, audit_log, apps, votes, users');
  client.release(true);
});
afterAll(() => t.close());

async function slowestVoteDuring(work: Promise<unknown>, appId: string, voter: Person): Promise<number> {
  const working = { isOver: false };
  void work.finally(() => {
    working.isOver = true;
  });
  let slowestMs = 0;
  while (!working.isOver) {
    const startedAt = performance.now();
    const { status } = await t.call(castVote, { body: { appId, voteType: 'up' } }, voter);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    expect(status).toBe(200);
  }
  return slowestMs;
}

test(`deleting an account with ${ROWS} stored responses and audit entries does not delay votes`, async () => {
  const [leaver, voter, app] = [await t.person('member'), await t.person('member'), await t.addApp()];
  for (const person of [leaver, voter])
    await t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, person);
  const deletion = t.call(deleteAccount, { body: { email: leaver.user?.email ?? '' } }, leaver);
  const slowestMs = await slowestVoteDuring(deletion, app.id, voter);
  expect((await deletion).status).toBe(204);
  expect(slowestMs).toBeLessThan(VOTE_WAIT_MAX_MS);
});
