import { DecisionFilter, FILTERED_DECISIONS_MAX, UNDO_MS, undoDecisions } from '@zapdeck/contract/decisions';
import { pendingApps } from '@zapdeck/contract/pending-apps';
import { expect, onTestFinished, test } from 'vitest';
import { decideByFilter } from './decide-by-filter.ts';
import { openTestApp } from '../../../testing/test-app.ts';

const STORING_MS = 8_000;

test('undoes ten thousand decisions in one batch, up to ten seconds after the last one is stored', async () => {
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
  const now = t.clock.now;
  const decided = await decideByFilter(t.deps.db, {
    jobs: t.deps.jobs,
    filter: DecisionFilter.parse({ search: 'zap' }),
    decision: 'approved',
    reason: null,
    seen: {},
    moderator: { id: admin.user?.id ?? '' },
    now,
    clock: () => new Date(now.getTime() + STORING_MS),
  });
  expect(decided.outcomes).toHaveLength(FILTERED_DECISIONS_MAX);
  expect(new Set(decided.outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['decided']));
  expect(decided.left).toBe(extra);
  const { rows } = await t.deps.pool.query<{ held: number; apps: number }>(
    `SELECT extract(epoch FROM start_after - created_on)::float8 AS held, jsonb_array_length(data->'appIds') AS apps
     FROM jobs.job WHERE data->>'kind' = 'decided'`,
  );
  expect(rows).toMatchObject([{ apps: FILTERED_DECISIONS_MAX }]);
  expect(rows[0]?.held).toBeGreaterThan(30);
  t.clock.advance(STORING_MS + UNDO_MS);
  const undo = await t.call(undoDecisions, { params: { id: decided.batchId ?? '' } }, admin);
  expect(undo.body.undone).toHaveLength(FILTERED_DECISIONS_MAX);
  const pending = await t.call(pendingApps, { query: { limit: 1 } }, admin);
  expect(pending.headers['x-total-count']).toBe(String(FILTERED_DECISIONS_MAX + extra));
}, 180_000);
