import { adminUsers } from '@zapdeck/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  t = await openTestApp({ onLog: (line) => void lines.push(line) });
});
afterAll(() => t.close());

test('refused access is in the server log, without the address of the member', async () => {
  const member = await t.person('member');
  const { headers, status } = await t.call(adminUsers, { query: {} }, member);
  expect(status).toBe(403);
  const line = await eventually(() => {
    const found = lines.find((logged) => logged.includes('"answered"'));
    if (found === undefined) throw new Error('The request is not in the log yet');
    return found;
  });
  const expected = { requestId: headers['x-request-id'], method: 'GET', route: adminUsers.path, status: 403 };
  expect(JSON.parse(line)).toMatchObject(expected);
  expect(lines.join()).not.toContain(member.user?.email);
});
