import { Readable } from 'node:stream';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import * as csv from '@zapdeck/contract/wire/csv-exports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditLog as entries } from '../../db/schema/audit-log.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

/** More batches than the stream buffers. */
const MANY = 6_003;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  await t.deps.pool.query(
    `INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@many.example' FROM generate_series(1, $1) AS n`,
    [MANY],
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.delete(entries);
  admin = await t.person('admin', { firstName: 'Ada' });
});

const ask = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url, cookies: admin.cookies });
const taken = async () => {
  const { body } = await t.call(auditLog, { query: { action: 'list.downloaded' } }, await t.person('admin'));
  return body.map(({ actor, before, after }) => ({ by: actor?.firstName, before, after }));
};

test('a download is logged with its list, filters and number of rows', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  await ask(`${csv.usersCsv.path}?search=MANY.example&role=regular`);
  await ask(`${csv.auditLogCsv.path}?action=host.saved&target=${id}`);
  await ask(csv.pendingAppsCsv.path);
  const entry = (after: object) => ({ by: 'Ada', before: null, after });
  expect(await taken()).toEqual(
    [
      // Search terms may be email addresses, which must not stay in the log.
      entry({ list: 'users', role: 'regular', search: true, rows: MANY, isWhole: true }),
      entry({ list: 'audit-log', action: 'host.saved', target: id, rows: 0, isWhole: true }),
      entry({ list: 'pending-apps', rows: 1, isWhole: true }),
    ].toReversed(),
  );
});

test('a rejected request is not logged', async () => {
  expect((await ask(`${csv.usersCsv.path}?role=lost`)).statusCode).toBe(400);
  expect((await ask(`${csv.hostAppsCsv.path}?host=com`)).statusCode).toBe(400);
  const { statusCode, body } = await ask(csv.usersCsv.path, 'HEAD');
  expect([statusCode, body]).toEqual([200, '']);
  expect(await taken()).toEqual([]);
});

/** Starts a download that is read on demand. */
async function begin() {
  const { stream } = await t.app.inject({
    url: `${csv.usersCsv.path}?search=many.example`,
    cookies: admin.cookies,
    payloadAsStream: true,
  });
  return stream();
}

test('logs a download before its first row, and updates the entry when the client disconnects', async () => {
  const sending = vi.spyOn(Readable, 'from');
  await begin();
  const file = sending.mock.results[0]?.value as Readable;
  sending.mockRestore();
  expect(await taken()).toMatchObject([{ after: { list: 'users', search: true } }]);
  file.destroy();
  await eventually(async () => expect((await taken())[0]?.after).toMatchObject({ isWhole: false }));
});

test.each([
  ['the role is lost', { isAdmin: false }],
  ['the account is suspended', { suspendedAt: new Date(), suspendedReason: 'Left the house' }],
])('a download stops once %s', async (_, change) => {
  const body = await begin();
  await t.deps.db
    .update(users)
    .set(change)
    .where(eq(users.id, admin.user?.id ?? ''));
  let text = '';
  const read = async () => {
    for await (const chunk of body) text += String(chunk);
  };
  await read().catch(() => undefined);
  expect(text.split('\n').length).toBeLessThan(MANY);
  expect((await taken())[0]?.after).toMatchObject({ isWhole: false });
});
