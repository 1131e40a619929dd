import { downloadData } from '@zapdeck/contract/accounts/account';
import { defaultModeration } from '@zapdeck/contract/moderation/moderation';
import { reportedApps } from '@zapdeck/contract/moderation/reported-apps';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticHolds } from '../../../db/schema/automatic-holds.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { purgeExpired } from '../../../testing/purge-expired.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { checkHolds } from './hold-check.ts';
import { holdLimitMails } from './hold-limit-mails.ts';
import { hashNetwork } from './network-hash.ts';
import { withReports } from './reports.fixture.ts';
import { runJob, takeJobs } from '../../../testing/queued-jobs.ts';

const HOUR_MS = 3_600_000;
const APPS = 14;

let t: TestApp;
/** A second node on the same database. */
let other: TestApp;
let admin: Person;
let trusted: ReturnType<typeof withReports>['trusted'];
let report: ReturnType<typeof withReports>['report'];
beforeAll(async () => {
  t = await openTestApp();
  other = await openTestApp({ database: t.database });
  admin = await t.person('admin', { emailVerifiedAt: t.clock.now });
  ({ trusted, report } = withReports(t));
});
beforeEach(async () => {
  await t.deps.db.delete(automaticHolds);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const isHeld = async (id: string) => (await t.readApp(id)).heldAt !== null;
const holdCheckOf = async (app: string) =>
  (await t.call(reportedApps, { query: { app } }, admin)).body[0]?.hold;

async function addApps(count: number): Promise<string[]> {
  return (await Promise.all(Array.from({ length: count }, () => t.addApp()))).map(({ id }) => id);
}

async function countHeld(ids: readonly string[]): Promise<number> {
  return (await Promise.all(ids.map(isHeld))).filter(Boolean).length;
}

describe('six accounts of one person hide none of fourteen apps', () => {
  type Ring = [what: string, accountOf: (index: number) => [email: string, address: string]];
  const [first, ...others]: Ring[] = [
    ['one mailbox with tags, one network', (i) => [`ring.one+${i}@gmail.com`, '192.0.2.7']],
    [
      'one mailbox with tags and dots',
      (i) => [`ring${'.'.repeat(i % 2)}two+${i}@gmail.com`, `198.51.${i}.7`],
    ],
    ['one catch-all domain, six networks', (i) => [`three-${i}@catch-all.example`, `198.51.${i}.7`]],
    ['subdomains of one domain', (i) => [`four@${i}.catch-all.example`, `2001:db8:${i}::1`]],
    ['six mailboxes in one /24', (i) => [`ring-five-${i}@gmail.com`, `192.0.2.${i}`]],
    ['six mailboxes in one /48', (i) => [`ring-six-${i}@gmail.com`, `2001:db8:7:${i}::${i}`]],
    ['no address', (i) => [`ring-seven-${i}@gmail.com`, 'unknown']],
  ];
  const hideNone = async (...[, accountOf]: Ring) => {
    const ring = [];
    for (let index = 0; index < 6; index += 1) {
      const [email, address] = accountOf(index);
      ring.push(await trusted({ email }, address));
    }
    const ids = await addApps(APPS);
    for (const id of ids) for (const member of ring) expect((await report(id, member)).status).toBe(201);
    expect(await countHeld(ids)).toBe(0);
    expect(await holdCheckOf(ids[0] ?? '')).toEqual({
      verdict: 'too_few',
      weight: 1,
      needed: 3,
      independent: 1,
      uncounted: [{ reason: 'shared', count: 5 }],
      reporterAgeHours: 24,
    });
  };

  test.each(first ? [first] : [])('in the case “%s”', hideNone);
  test.each(others)('in the case “%s”', { tags: 'long' }, hideNone);
});

test('three independent members hide an app, and its reports show why', async () => {
  const { id } = await t.addApp();
  for (const member of await Promise.all([trusted(), trusted(), trusted({ emailVerifiedAt: null })]))
    await report(id, member);
  const uncounted = [{ reason: 'unconfirmed', count: 1 }];
  expect(await holdCheckOf(id)).toMatchObject({ verdict: 'too_few', independent: 2, uncounted });
  await report(id, await trusted());
  expect(await isHeld(id)).toBe(true);
  expect(await holdCheckOf(id)).toMatchObject({ verdict: 'enough', weight: 3, independent: 3, uncounted });
});

test('members at the domain of an admin have their own mailboxes', async () => {
  await t.person('admin', { email: 'boss@company.example', emailVerifiedAt: t.clock.now });
  const { id } = await t.addApp();
  for (const name of ['one', 'two', 'three'])
    await report(id, await trusted({ email: `${name}@company.example` }));
  expect(await isHeld(id)).toBe(true);
});

test('reports do not hide an app with more than ten times as many likes as independent reporters', async () => {
  for (const [upvotes, isHidden] of [
    [31, false],
    [30, true],
  ] as const) {
    const { id } = await t.addApp({ upvotes });
    const members = await Promise.all([trusted(), trusted(), trusted()]);
    for (const member of members) await report(id, member);
    // More reports of the same members change nothing.
    if (!isHidden) for (const member of members) await report(id, member);
    expect(await isHeld(id), `${upvotes} likes`).toBe(isHidden);
    if (!isHidden) expect(await holdCheckOf(id)).toMatchObject({ verdict: 'many_likes' });
  }
});

test('two members never hide an app, even with many concurrent reports to two nodes', async () => {
  const { id } = await t.addApp();
  const members = await Promise.all([trusted(), trusted()]);
  const sent = members.flatMap((member) =>
    [t, other].flatMap((node) => Array.from({ length: 4 }, () => withReports(node).report(id, member))),
  );
  for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
  expect(await isHeld(id)).toBe(false);
});

async function sendHoldLimitMails(): Promise<(string | undefined)[]> {
  t.sentMails.splice(0);
  for (const job of await takeJobs(t.deps.pool, holdLimitMails)) await runJob(t, holdLimitMails, job);
  return t.sentMails.filter(({ to }) => to === admin.user?.email).map(({ subject }) => subject);
}

test('concurrent reports to two nodes hide at most five apps in an hour, and admins are mailed once', async () => {
  await sendHoldLimitMails();
  const ids = await addApps(9);
  // Other members for each app, so that only the limit can keep an app.
  const sent = await Promise.all(
    ids.map(async (id) => ({ id, members: await Promise.all([trusted(), trusted(), trusted()]) })),
  );
  const responses = await Promise.all(
    sent.flatMap(({ id, members }) =>
      members.map((member, index) => withReports(index % 2 ? other : t).report(id, member)),
    ),
  );
  for (const { status } of responses) expect(status).toBe(201);
  expect(await countHeld(ids)).toBe(defaultModeration.holdsPerHour);
  expect(await sendHoldLimitMails()).toEqual(['Reports have held back 5 apps within an hour']);
  const { id: kept } = sent[(await Promise.all(ids.map(isHeld))).indexOf(false)] ?? { id: '' };
  expect(await holdCheckOf(kept)).toMatchObject({ verdict: 'limit_reached', weight: 3 });

  await report(kept, await trusted());
  expect(await isHeld(kept)).toBe(false);
  await t.deps.pool.query("UPDATE automatic_holds SET created_at = created_at - interval '61 minutes'");
  await report(kept, await trusted());
  expect(await isHeld(kept)).toBe(true);
  expect(await sendHoldLimitMails()).toEqual([]);
});

describe('the network of a report', () => {
  const stored = async (person: Person, { deps: { db } } = t) =>
    (await db.select().from(reports)).filter(({ reportedBy }) => reportedBy === person.user?.id);

  test('is stored as a hash that is equal on all nodes', async () => {
    const member = await trusted({}, '203.0.113.9');
    await report((await t.addApp()).id, member);
    const [{ network } = { network: null }] = await stored(member);
    expect(network).toMatch(/^[\w-]{43}$/);
    expect(network).toBe(await hashNetwork(other.deps.db, '::ffff:203.0.113.200'));
    expect(network).not.toBe(await hashNetwork(other.deps.db, '203.0.114.9'));
  });

  test('is shown as a letter in the data download', async () => {
    const member = await trusted();
    for (const address of ['203.0.113.9', '198.51.100.1', '203.0.113.77'])
      await report((await t.addApp()).id, { ...member, address });
    const { body } = await t.call(downloadData, {}, member);
    expect(body.reports.map(({ network }) => network).toSorted()).toEqual(['A', 'A', 'B']);
    const [{ network } = { network: null }] = await stored(member);
    expect(JSON.stringify(body)).not.toContain(network);
  });

  test('is deleted after 60 days; reports without one count as one network', async () => {
    // An app of its own, because the sessions of the other tests expire as well.
    const late = await openTestApp();
    try {
      const members = withReports(late);
      const { id } = await late.addApp();
      const [first, second] = await Promise.all([members.trusted(), members.trusted()]);
      for (const member of [first, second]) await members.report(id, member);
      const after = (days: number) => new Date(late.clock.now.getTime() + days * 24 * HOUR_MS);
      await purgeExpired(late, after(59));
      expect((await stored(second, late))[0]?.network).not.toBeNull();
      await purgeExpired(late, after(61));
      expect((await stored(second, late))[0]?.network).toBeNull();
      const [app, now] = [await late.readApp(id), late.clock.now];
      expect((await checkHolds(late.deps.db, [app], now)).get(id)).toMatchObject({ independent: 1 });
    } finally {
      await late.close();
    }
  });
});
