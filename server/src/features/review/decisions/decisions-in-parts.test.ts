import { decideApps, DECISIONS_MAX, UNDO_MS, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { PutOff } from '../../../jobs/job.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { appMails } from '../../makers/app-mails.ts';
import { queuedJobs, runJob, type QueuedJob } from '../../../testing/queued-jobs.ts';

const EXTRA = 3;
const ALL = DECISIONS_MAX + EXTRA;

let t: TestApp;
let admin: Person;
let maker: string;
beforeEach(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  maker = (await t.person('member')).user?.id ?? '';
  await t.deps.pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, updated_at)
     SELECT gen_random_uuid(), 'Zap ' || n, 'Words', 'https://zap-' || n || '.example.org/', 'Games', $1, $3
     FROM generate_series(1, $2) AS n`,
    [maker, ALL, t.clock.now],
  );
  t.clock.advance(1_000);
});
afterEach(() => t.close());

const decidePart = (before?: { batchId: string | null; outcomes: { id: string }[] }, by = admin) =>
  t.call(
    decideApps,
    {
      body: {
        filter: { search: 'zap' },
        decision: 'approved',
        ...(before && { batchId: before.batchId ?? '', after: before.outcomes.at(-1)?.id }),
      },
    },
    by,
  );
const undoPart = (id: string | null, after?: string) =>
  t.call(undoDecisions, { params: { id: id ?? '' }, ...(after && { query: { after } }) }, admin);
const countOf = async (status: string) => {
  const { rows } = await t.deps.pool.query(
    'SELECT count(*)::int AS count FROM apps WHERE status = $1::app_status',
    [status],
  );
  return (rows as { count: number }[])[0]?.count;
};
const readMails = () => queuedJobs(t.deps.pool, appMails);
const runMail = (job: Pick<QueuedJob, 'id' | 'data'>) => runJob(t, appMails, job);

test('decides in parts, sends no mails in between, and mails each maker once', async () => {
  const { body: first } = await decidePart();
  expect([first.outcomes.length, first.left]).toEqual([DECISIONS_MAX, EXTRA]);
  const [mail, ...none] = await readMails();
  expect(none).toEqual([]);
  t.clock.advance(WORK_TIMEOUT_MS - 1);
  await expect(runMail(mail ?? { id: '', data: {} })).rejects.toBeInstanceOf(PutOff);
  const { body: second } = await decidePart(first);
  expect([second.batchId, second.outcomes.length, second.left]).toEqual([first.batchId, EXTRA, 0]);
  expect(await countOf('approved')).toBe(ALL);

  expect(await readMails()).toHaveLength(1);
  t.clock.advance(UNDO_MS);
  await expect(runMail(mail ?? { id: '', data: {} })).rejects.toBeInstanceOf(PutOff);
  t.clock.advance(UNDO_MS);
  await runMail(mail ?? { id: '', data: {} });
  expect(t.sentMails.map(({ subject }) => subject)).toEqual([expect.stringContaining(`${ALL}`)]);
});

test('undoes all parts, until ten seconds after the last one', { tags: 'long' }, async () => {
  const { body: first } = await decidePart();
  t.clock.advance(60_000);
  await decidePart(first);
  t.clock.advance(UNDO_MS);
  const { body: begun } = await undoPart(first.batchId);
  expect([begun.undone.length, begun.kept, begun.left]).toEqual([DECISIONS_MAX, [], EXTRA]);
  // A slow part ends after the period.
  t.clock.advance(60_000);
  const { body: rest } = await undoPart(first.batchId, begun.undone.at(-1));
  expect([rest.undone.length, rest.left]).toEqual([EXTRA, 0]);
  expect(await countOf('pending')).toBe(ALL);
});

test('refuses an undo more than ten seconds after the last part', async () => {
  const { body: first } = await decidePart();
  await decidePart(first);
  t.clock.advance(2 * UNDO_MS);
  expect((await undoPart(first.batchId)).error.code).toBe('undo_over');
});

test.each([
  ['while its batch is open', 1_000],
  ['after its batch is closed', WORK_TIMEOUT_MS + 2_000],
])('excludes apps that were submitted or changed after the first part, %s', async (_, laterMs) => {
  const { body: first } = await decidePart();
  t.clock.advance(laterMs);
  const added = await t.addApp({ title: 'Zap too', status: 'pending', updatedAt: t.clock.now });
  const { rows } = await t.deps.pool.query<{ id: string }>(
    `UPDATE apps SET updated_at = $1 WHERE id = (SELECT id FROM apps WHERE status = 'pending' AND id <> $2 LIMIT 1)
     RETURNING id`,
    [t.clock.now, added.id],
  );
  const { body: second } = await decidePart(first);
  expect([second.outcomes.length, second.left]).toEqual([EXTRA - 1, 0]);
  const { rows: waiting } = await t.deps.pool.query<{ id: string }>(
    `SELECT id FROM apps WHERE status = 'pending'`,
  );
  expect(waiting.map(({ id }) => id).toSorted()).toEqual([added.id, rows[0]?.id].toSorted());
});

test('starts a new batch if the first part is of a colleague or can no longer be undone', {
  tags: 'long',
}, async () => {
  const { body: first } = await decidePart();
  const colleague = await t.person('admin');
  t.clock.advance(WORK_TIMEOUT_MS + 2_000);
  const { body: late } = await decidePart(first);
  expect(late.batchId).not.toBe(first.batchId);
  await t.deps.pool.query(`UPDATE apps SET status = 'pending'`);
  const { body: again } = await decidePart();
  const { body: theirs } = await decidePart(again, colleague);
  expect(theirs.batchId).not.toBe(again.batchId);
});

test('ends the undo period if the last part decides nothing', async () => {
  const { body: first } = await decidePart();
  await t.deps.pool.query(`UPDATE apps SET withdrawn_at = now() WHERE status = 'pending'`);
  const { body: second } = await decidePart(first);
  expect([second.batchId, second.left]).toEqual([first.batchId, 0]);
  t.clock.advance(2 * UNDO_MS);
  expect((await undoPart(first.batchId)).error.code).toBe('undo_over');
});
