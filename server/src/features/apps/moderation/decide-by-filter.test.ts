import { auditLog } from '@zapdeck/contract/audit-log';
import {
  decideApps,
  DecisionFilter,
  FILTERED_DECISIONS_MAX,
  UNDO_MS,
  undoDecisions,
} from '@zapdeck/contract/decisions';
import { pendingApps } from '@zapdeck/contract/pending-apps';
import { suspendPerson } from '@zapdeck/contract/people';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideByFilter } from './decide-by-filter.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

const STORING_MS = 8_000;

let t: TestApp;
let admin: Person;
beforeEach(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterEach(() => t.close());

const approve = (filter: object, more: object = {}) =>
  t.call(decideApps, { body: { filter, decision: 'approved', ...more } }, admin);
const undo = (id: string | null) => t.call(undoDecisions, { params: { id: id ?? '' } }, admin);
const statusOf = async (id: string) => (await t.readApp(id)).status;

test('decides on all waiting apps that match the filter, with an outcome for each', async () => {
  const game = await t.addApp({ title: 'Harbour', category: 'Games', status: 'pending' });
  const tool = await t.addApp({ title: 'Harbour map', category: 'Productivity', status: 'pending' });
  const other = await t.addApp({ title: 'Chess', category: 'Games', status: 'pending' });
  const rejected = await t.addApp({ title: 'Harbour 2', category: 'Games', status: 'rejected' });
  const { body } = await approve({ search: 'harbour', category: 'Games' });
  expect(body).toMatchObject({ outcomes: [{ id: game.id, outcome: 'decided', decided: null }], left: 0 });
  expect(await Promise.all([game.id, tool.id, other.id, rejected.id].map(statusOf))).toEqual([
    'approved',
    'pending',
    'pending',
    'rejected',
  ]);
  const { body: log } = await t.call(auditLog, { query: { action: 'apps.decided' } }, admin);
  expect(log.map(({ after }) => after)).toEqual([
    { decision: 'approved', decided: 1, category: 'Games', search: true },
  ]);
});

test('leaves apps of suspended makers and apps that are not as the moderator saw them', async () => {
  const maker = await t.person('member');
  const theirs = await t.addApp({ status: 'pending', submittedBy: maker.user?.id ?? '' });
  const edited = await t.addApp({ status: 'pending' });
  await t.call(suspendPerson, { params: { id: maker.user?.id ?? '' }, body: { reason: 'Spam' } }, admin);
  const { body } = await approve({}, { seen: { [edited.id]: '2020-01-01T00:00:00.000Z' } });
  expect(body).toMatchObject({ batchId: null, outcomes: [{ id: edited.id, outcome: 'already_decided' }] });
  expect(await Promise.all([theirs.id, edited.id].map(statusOf))).toEqual(['pending', 'pending']);
});

test('rejects a body with both ids and a filter, and one with neither', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const both = await approve({}, { ids: [id] });
  const neither = await t.call(decideApps, { body: { decision: 'approved' } }, admin);
  expect([both.error.fields, neither.error.fields]).toEqual([
    { ids: 'Send either ids or a filter' },
    { ids: 'Send either ids or a filter' },
  ]);
});

test('undoes ten thousand decisions for ten seconds after the last one is stored, in one batch', async () => {
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
  expect((await undo(decided.batchId)).body.undone).toHaveLength(FILTERED_DECISIONS_MAX);
  const pending = await t.call(pendingApps, { query: { limit: 1 } }, admin);
  expect(pending.headers['x-total-count']).toBe(String(FILTERED_DECISIONS_MAX + extra));
}, 60_000);
