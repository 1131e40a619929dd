import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { addBudgets } from '../../testing/view-budgets.ts';

let t: TestApp;
let admin: Person;
let maker: Person;
let ids: string[];
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps CASCADE');
  maker = await t.person('member');
  ids = [newId(), newId(), newId()].sort();
  // An update of several apps follows the order of the table, which is not that of the ids.
  for (const id of ids.toReversed()) await t.addApp({ id, submittedBy: maker.user?.id ?? null });
  await addBudgets(t.deps.pool, 'true');
});

const reject = () => t.call(decideApps, { body: { ids, decision: 'rejected', reason: 'Broken' } }, admin);

const changes: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
  'the decision on several apps': async () => reject,
  'its undo': async () => {
    const id = (await reject()).body.batchId ?? '';
    // Moves the first decision to the end of the table: the undo follows the order of the decisions.
    await t.deps.pool.query(
      'WITH first AS (DELETE FROM decisions WHERE app_id = $1 RETURNING *) INSERT INTO decisions SELECT * FROM first',
      [ids[0]],
    );
    return () => t.call(undoDecisions, { params: { id } }, admin);
  },
  'the suspension of a maker': async () => {
    const asked = { params: { id: maker.user?.id ?? '' }, body: { reason: 'Copies', takesAppsOut: true } };
    return () => t.call(suspendPerson, asked, admin);
  },
};

test.each(Object.keys(changes))('%s does not deadlock with concurrent views', async (name) => {
  const change = await changes[name]?.();
  const client = await t.deps.pool.connect();
  const lock = 'SELECT FROM view_budgets WHERE app_id = $1 FOR NO KEY UPDATE NOWAIT';
  try {
    await client.query('BEGIN');
    await client.query(lock, [ids[0]]);
    const changed = change?.();
    await untilBlocked(t.deps.pool);
    // A batch of views locks the budgets of later apps next.
    await client.query(lock, [ids[1]]);
    await client.query(lock, [ids[2]]);
    await client.query('COMMIT');
    expect((await changed)?.status).toBe(200);
  } finally {
    client.release(true);
  }
});

test('the deletion of a maker waits for apps with concurrent views before it locks budgets', async () => {
  const client = await t.deps.pool.connect();
  try {
    // A batch of views has locked the apps, and a moderator rejects them before it counts the views.
    await client.query('BEGIN');
    await client.query('SELECT FROM apps ORDER BY id FOR KEY SHARE');
    await t.deps.pool.query("UPDATE apps SET status = 'rejected'");
    const deleted = t.call(deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker);
    await untilBlocked(t.deps.pool);
    for (const id of ids)
      await client.query('SELECT FROM view_budgets WHERE app_id = $1 FOR NO KEY UPDATE NOWAIT', [id]);
    await client.query('COMMIT');
    expect((await deleted).status).toBe(204);
  } finally {
    client.release(true);
  }
  expect((await t.deps.pool.query('SELECT FROM view_budgets')).rowCount).toBe(0);
});
