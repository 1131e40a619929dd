import { DecisionFilter, FILTERED_DECISIONS_MAX, UNDO_MS, undoDecisions } from '@zapdeck/contract/decisions';
import { pendingApps } from '@zapdeck/contract/pending-apps';
import { expect, onTestFinished, test } from 'vitest';
import { PutOff } from '../../../jobs/job.ts';
import { openTestApp } from '../../../testing/test-app.ts';
import { appMails } from '../../makers/app-mails.ts';
import { decideByFilter } from './decide-by-filter.ts';

const STORING_MS = 8_000;

test('undoes all parts of a decision by filter, until ten seconds after the last part', async () => {
  const t = await openTestApp();
  onTestFinished(() => t.close());
  const admin = await t.person('admin');
  const extra = 3;
  await t.deps.pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by)
     SELECT gen_random_uuid(), 'Zap ' || n, 'Words', 'https://zap-' || n || '.example.org/', 'Games', $1
     FROM generate_series(1, $2) AS n`,
    [(await t.person('member')).user?.id, FILTERED_DECISIONS_MAX + extra],
  );
  const decidePart = (batchId?: string) =>
    decideByFilter(t.deps.db, {
      jobs: t.deps.jobs,
      filter: DecisionFilter.parse({ search: 'zap' }),
      decision: 'approved',
      reason: null,
      seen: {},
      moderator: { id: admin.user?.id ?? '' },
      batchId,
      now: t.clock.now,
      clock: () => new Date(t.clock.now.getTime() + STORING_MS),
    });
  const first = await decidePart();
  expect(first.outcomes).toHaveLength(FILTERED_DECISIONS_MAX);
  expect(new Set(first.outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['decided']));
  expect(first.left).toBe(extra);
  t.clock.advance(STORING_MS + UNDO_MS);
  const second = await decidePart(first.batchId ?? '');
  expect(second).toMatchObject({ batchId: first.batchId, left: 0 });

  const { rows } = await t.deps.pool.query<{ id: string; data: { appIds: string[] } }>(
    `SELECT id, data FROM jobs.job WHERE data->>'kind' = 'decided' ORDER BY created_on`,
  );
  expect(rows.map(({ data }) => data.appIds.length)).toEqual([FILTERED_DECISIONS_MAX, extra]);
  t.clock.advance(STORING_MS + UNDO_MS);
  for (const { id, data } of rows) {
    const attempt = { id, log: t.app.log, isStopping: () => false };
    const mail = appMails.run(t.deps, appMails.data.parse(data), attempt);
    await expect(mail).rejects.toBeInstanceOf(PutOff);
  }
  const undo = await t.call(undoDecisions, { params: { id: first.batchId ?? '' } }, admin);
  expect(undo.body.undone).toHaveLength(FILTERED_DECISIONS_MAX + extra);
  const pending = await t.call(pendingApps, { query: { limit: 1 } }, admin);
  expect(pending.headers['x-total-count']).toBe(String(FILTERED_DECISIONS_MAX + extra));
}, 180_000);
