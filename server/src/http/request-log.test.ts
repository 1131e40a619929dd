import { editUser } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const log: string[] = [];
let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ env: { LOG_LEVEL: 'info' }, onLog: (line) => void log.push(line) });
});
afterAll(() => t.close());

test('logs refused access in one line, without data from the caller', async () => {
  const member = await t.person('member');
  log.length = 0;
  const id = '\n{"level":30,"msg":"answered","status":200}';
  const body = { role: 'admin', firstName: 'forged\r\nline' } as const;
  const { headers, status } = await t.call(editUser, { params: { id }, body }, member, {
    'user-agent': 'agent-of-the-caller',
  });
  expect(status).toBe(403);
  const requestId = headers['x-request-id'];
  await eventually(() => expect(log.join('')).toContain(String(requestId)));
  const entries = log.flatMap((chunk) => chunk.trimEnd().split('\n')).map((line) => JSON.parse(line));
  const own = entries.filter((entry) => entry.requestId === requestId);
  const route = '/api/admin/users/:id';
  expect(own).toMatchObject([
    { msg: 'answered', method: 'PATCH', route, status: 403, time: expect.anything() },
  ]);
  expect(log.join('')).not.toMatch(/forged|agent-of-the-caller/);
  for (const cookie of Object.values(member.cookies)) expect(log.join('')).not.toContain(cookie);
});
