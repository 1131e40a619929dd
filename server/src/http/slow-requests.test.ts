import { editApp } from '@zapdeck/contract/apps/apps';
import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp } from '../testing/test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';

test('logs a slow request with its id, route and duration', async () => {
  const lines: string[] = [];
  const t = await openTestApp({
    env: { SLOW_MS: '10', LOG_LEVEL: 'warn' },
    onLog: (line) => void lines.push(line),
  });
  const admin = await t.person('admin');
  const { id } = await t.addApp();
  const other = await t.deps.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [id]);
  const answered = t.call(editApp, { params: { id }, body: { timeSpent: 5 } }, admin);
  await untilBlocked(t.deps.pool);
  await other.query('ROLLBACK');
  other.release();
  const { headers } = await answered;
  // Written after the response.
  await eventually(() => {
    const slow = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow request');
    expect(slow).toMatchObject([{ requestId: headers['x-request-id'], method: 'PATCH', status: 200 }]);
  });
  await t.close();
});
