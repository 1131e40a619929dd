import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp } from '../testing/test-app.ts';

test('a slow request is logged with its id, which its statements bear in PostgreSQL while they wait', async () => {
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
  // By a real connection, and its body behind its head: what follows from a packet knows nothing of the one before.
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const call = request(`${t.app.listeningOrigin}/api/admin/apps/${id}`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: Object.entries(admin.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  await once(t.app.server, 'request');
  call.end(JSON.stringify({ timeSpent: 5 }));
  const waiting = await eventually(async () => {
    const { rows } = await t.deps.pool.query<{ application_name: string }>(
      "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.application_name;
  });
  await other.query('ROLLBACK');
  other.release();
  const [answer] = await answered;
  expect(answer.resume().statusCode).toBe(200);
  const { headers } = answer;
  expect(waiting).toBe(`zapdeck ${String(headers['x-request-id'])}`);
  // Written behind the answer.
  await eventually(() => {
    const slow = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow request');
    expect(slow).toMatchObject([{ requestId: headers['x-request-id'], method: 'PATCH', status: 200 }]);
  });
  await t.close();
});
