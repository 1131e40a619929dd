import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { listFeed } from '@zapdeck/contract/feed/feed';
import {
  defaultModeration,
  moderationFields,
  saveModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import { reviewReport } from '@zapdeck/contract/moderation/reports';
import { castVote } from '@zapdeck/contract/feed/votes';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog as entries } from '../../../db/schema/audit-log.table.ts';
import { appHosts, hostRules } from '../../../db/schema/hosts.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { drawn } from '../../../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { hostKeyOf } from '../../../urls/host-rules.ts';
import { withReports } from './reports.fixture.ts';

let t: TestApp;
let admin: Person;
let trusted: ReturnType<typeof withReports>['trusted'];
let report: ReturnType<typeof withReports>['report'];
let mailedAbout: ReturnType<typeof withReports>['mailedAbout'];
let decide: ReturnType<typeof withReports>['decide'];
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada' });
  ({ trusted, report, mailedAbout, decide } = withReports(t));
  // The limit has tests of its own.
  await t.call(saveModerationSettings, { body: unlimited }, admin);
  await t.deps.db
    .insert(hostRules)
    .values({ host: 'trusted.example.org', hostKey: 'org.example.trusted.', rule: 'trusted' });
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const unlimited = { ...defaultModeration, holdsPerHour: moderationFields.holdsPerHour.max };
const three = () => Promise.all([trusted(), trusted(), trusted()]);

const reportBy = async (appId: string, people: readonly Person[]) => {
  for (const person of people) expect((await report(appId, person)).status).toBe(201);
};

const stands = async (appId: string) => {
  const { status, heldAt } = await t.readApp(appId);
  return heldAt ? `${status}, held` : status;
};

test('the third reporter hides the app, which is marked, logged and mailed to its maker', async () => {
  const maker = await t.person('member', { firstName: 'May', emailVerifiedAt: t.clock.now });
  const { id } = await t.addApp({ submittedBy: maker.user?.id ?? null, title: 'Loud Piano' });
  const [first, second, third] = await three();
  await reportBy(id, [first, first, second]);
  expect(await stands(id)).toBe('approved');
  await reportBy(id, [third]);
  expect(await t.readApp(id)).toMatchObject({ status: 'pending', heldAt: t.clock.now, reviewedAt: null });

  const { body: deck } = await t.call(listFeed, { query: {} }, first);
  expect(deck.map((app) => app.id)).not.toContain(id);
  const heldAt = t.clock.now.toISOString();
  const { body: queue } = await t.call(pendingApps, { query: {} }, admin);
  expect(queue.find((app) => app.id === id)).toMatchObject({ heldAt, openReports: 4 });
  const { body: log } = await t.call(auditLog, { query: { action: 'app.held', target: id } }, admin);
  expect(log).toMatchObject([
    {
      actor: null,
      targetId: id,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt, openReports: 4, reporters: 3 },
    },
  ]);
  const [mail, ...more] = await mailedAbout(id);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: maker.user?.email });
  expect(mail?.subject).toBe('“Loud Piano” is paused while a moderator reviews it');
  for (const { user } of [first, second, third]) expect(mail?.text).not.toContain(user?.email);
  expect((await report(id, await trusted())).error.code).toBe('app_not_found');
});

test('reports do not hide an app on a trusted host', async () => {
  const { id } = await t.addApp({ url: 'https://one.trusted.example.org/' });
  await reportBy(id, await three());
  expect(await stands(id)).toBe('approved');
});

test('reports hide an app on a trusted host that redirects to another host', async () => {
  const { id } = await t.addApp({ url: 'https://two.trusted.example.org/away' });
  await t.deps.db
    .insert(appHosts)
    .values({ appId: id, isLanding: true, hostKey: hostKeyOf('elsewhere.example.com') });
  await reportBy(id, await three());
  expect(await stands(id)).toBe('pending, held');
  const within = await t.addApp({ url: 'https://three.trusted.example.org/' });
  await t.deps.db
    .insert(appHosts)
    .values({ appId: within.id, isLanding: true, hostKey: hostKeyOf('www.trusted.example.org') });
  await reportBy(within.id, await three());
  expect(await stands(within.id)).toBe('approved');
});

test('hides an app once for five concurrent reports, and rejects later ones', async () => {
  const { id } = await t.addApp();
  const people = await Promise.all(Array.from({ length: 5 }, () => trusted()));
  const responses = await Promise.all(people.map((person) => report(id, person)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 404, 404]);
  expect(await stands(id)).toBe('pending, held');
  expect(await t.deps.db.$count(reports, eq(reports.appId, id))).toBe(3);
  const held = and(eq(entries.targetId, id), eq(entries.action, 'app.held'));
  expect(await t.deps.db.$count(entries, held)).toBe(1);
  expect(await mailedAbout(id)).toHaveLength(1);
});

test('a last report during an approval, a rejection or a dismissal leaves no partial state', async () => {
  for (const [index, work] of [
    (id: string) => t.call(setAppStatus, { params: { id }, body: { status: 'rejected' } }, admin),
    (id: string) => decide(id, { decision: 'dismissed' }, admin),
    (id: string) => t.call(setAppStatus, { params: { id }, body: { status: 'approved' } }, admin),
  ].entries()) {
    const { id } = await t.addApp();
    const [first, second, third] = await three();
    await reportBy(id, [first, second]);
    await Promise.all([report(id, third), work(id)]);
    const open = await t.deps.db.$count(reports, and(eq(reports.appId, id), eq(reports.status, 'pending')));
    const app = await t.readApp(id);
    // The app is held only while it is pending, and never without its three reports.
    expect(app.heldAt !== null, `${index}: ${app.status}`).toBe(app.status === 'pending');
    expect(app.status === 'pending' ? open : 3, `${index}`).toBe(3);
    if (app.status === 'rejected') expect(open).toBe(0);
  }
});

describe('reports that count less or not at all', () => {
  test.each([
    [
      'do not count if the account is from today',
      (): Partial<Parameters<typeof trusted>[0]> => ({ createdAt: t.clock.now }),
    ],
    ['do not count if the email is not verified', () => ({ emailVerifiedAt: null })],
    ['do not count if the reporter is suspended', () => ({})],
  ])('in the case “%s”', async (name, values) => {
    const { id } = await t.addApp();
    const untrusted = await trusted(values());
    await reportBy(id, [untrusted, await trusted()]);
    if (name.includes('suspended'))
      await t.deps.pool.query(
        "UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = $1",
        [untrusted.user?.id],
      );
    await reportBy(id, [await trusted()]);
    expect(await stands(id)).toBe('approved');
    await reportBy(id, [await trusted()]);
    expect(await stands(id)).toBe('pending, held');
  });

  test('do not count after reports of the same members on this app were dismissed', async () => {
    const { id } = await t.addApp();
    const ring = await three();
    await reportBy(id, ring);
    await decide(id, { decision: 'dismissed' }, admin);
    expect(await stands(id)).toBe('approved');
    await reportBy(id, ring);
    expect(await stands(id)).toBe('approved');
    await reportBy(id, await three());
    expect(await stands(id)).toBe('pending, held');
  });

  test('count half for each dismissed report without a confirmed one', async () => {
    const close = async (person: Person, status: 'dismissed' | 'reviewed') => {
      const { body } = await report((await t.addApp()).id, person);
      await t.call(reviewReport, { params: { id: body.id }, body: { status } }, admin);
    };
    const [wrong, ...others] = await three();
    await close(wrong, 'dismissed');
    const { id } = await t.addApp();
    await reportBy(id, [wrong, ...others]);
    expect(await stands(id)).toBe('approved');
    await close(wrong, 'reviewed');
    await reportBy(id, [wrong]);
    expect(await stands(id)).toBe('pending, held');
  });

  test('do not count while five apps are hidden by the same members', async () => {
    const ring = await three();
    const outcomes = [];
    for (let round = 0; round < 7; round += 1) {
      const { id } = await t.addApp();
      await reportBy(id, ring);
      outcomes.push(await stands(id));
    }
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'pending, held'), 'approved', 'approved']);
  });
});

const ring = drawn(1, 1);

test('concurrent reports of three members on many apps hide at most five', {
  timeout: ring.timeout,
}, async () => {
  for (let round = 0; round < ring.cases; round += 1) {
    const people = await three();
    const many = await Promise.all(Array.from({ length: 9 }, () => t.addApp()));
    const ids = many.map(({ id }) => id);
    const responses = await Promise.all(ids.flatMap((id) => people.map((person) => report(id, person))));
    for (const { status } of responses) expect([201, 404, 503]).toContain(status);
    const standing = await Promise.all(ids.map(stands));
    const held = standing.filter((status) => status === 'pending, held').length;
    expect(held).toBeLessThanOrEqual(5);
    // On a busy machine, a report may get 503.
    if (responses.every(({ status }) => status !== 503)) expect(held).toBe(5);
  }
});

test('the number of reporters is a setting, and hiding can be turned off', async () => {
  const save = (change: Partial<typeof defaultModeration>) =>
    t.call(saveModerationSettings, { body: { ...unlimited, ...change } }, admin);
  const { id } = await t.addApp();
  await save({ reportsToHold: 1, isHoldingEnabled: false });
  await reportBy(id, [await trusted()]);
  expect(await stands(id)).toBe('approved');
  await save({ reportsToHold: 2, reporterAgeHours: 0 });
  await reportBy(id, [await trusted({ createdAt: t.clock.now })]);
  expect(await stands(id)).toBe('pending, held');
  await save({});
});

test('a restored app keeps votes, score and time, and is dealt to viewers who have not seen it', async () => {
  const { id } = await t.addApp({ views: 200, timeSpent: 50_000 });
  const fan = await t.person('member');
  await t.call(castVote, { body: { appId: id, voteType: 'up', mode: 'cast' } }, fan);
  const before = await t.readApp(id);
  await reportBy(id, await three());
  expect((await decide(id, { decision: 'dismissed' }, admin)).body.appStatus).toBe('approved');
  const after = await t.readApp(id);
  const kept = ({ upvotes, views, timeSpent, rankingScore, createdAt }: typeof after) => ({
    upvotes,
    views,
    timeSpent,
    rankingScore,
    createdAt,
  });
  expect(kept(after)).toEqual(kept(before));
  // It gets a new approval number, so later pages of open decks deal it.
  expect(after.approvalNo).toBeGreaterThan(before.approvalNo ?? Infinity);
  expect(
    (await t.call(listFeed, { query: {} }, await t.person('member'))).body.map((app) => app.id),
  ).toContain(id);
});
