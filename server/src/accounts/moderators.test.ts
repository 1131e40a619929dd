import { randomUUID } from 'node:crypto';
import { editApp, setAppStatus } from '@zapdeck/contract/apps/apps';
import { writeAppNote } from '@zapdeck/contract/apps/admin-app';
import { auditLog, auditPeople, moderatorActions } from '@zapdeck/contract/instance/audit-log';
import { addCannedReason } from '@zapdeck/contract/moderation/moderation';
import { removeHost, saveHost } from '@zapdeck/contract/frames/hosts';
import { liftSuspension, personHistory, suspendPerson } from '@zapdeck/contract/accounts/people';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { editUser } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../db/schema/users.table.ts';
import { exampleCalls } from '../testing/example-calls.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { testEachRoute } from '../testing/test-routes.ts';

let t: TestApp;
let admin: Person;
let moderator: Person;
const idOf = ({ user }: Person): string => user?.id ?? '';
const mailbox = () => `secret-${randomUUID()}@mail.example`;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: null, email: mailbox() });
  moderator = await t.person('moderator', { firstName: 'Mo', email: mailbox() });
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const names = (Object.keys(routes) as (keyof typeof routes)[]).filter(
  (name) => routes[name].access === 'moderator',
);

describe('email addresses', () => {
  /** Calls an endpoint about an app, a report and people who all can be named by an email only. */
  async function textOf(name: keyof typeof routes, as: Person): Promise<string> {
    const maker = await t.person('member', { firstName: null, email: mailbox() });
    const { id: appId } = await t.addApp({ submittedBy: idOf(maker) });
    const reporter = await t.person('member', {
      firstName: mailbox(),
      lastName: mailbox(),
      email: mailbox(),
    });
    const report = await t.call(reportApp, { body: { appId, reason: 'Loud' } }, reporter);
    const params = { id: appId };
    await t.call(writeAppNote, { params, body: { text: 'Look again' } }, admin);
    await t.call(setAppStatus, { params, body: { status: 'rejected' } }, admin);
    await t.call(setAppStatus, { params, body: { status: 'approved' } }, admin);
    if (name === 'readPerson' || name === 'liftSuspension') {
      const body = { reason: 'Spam', takesAppsOut: false };
      await t.call(suspendPerson, { params: { id: idOf(reporter) }, body }, admin);
    }
    const stage = {
      appId,
      userId: idOf(reporter),
      reportId: report.body.id,
      email: '',
      unique: randomUUID(),
    };
    const calls = exampleCalls(stage);
    await t.call(saveHost, { params: calls.removeHost.params, body: { rule: 'blocked' } }, admin);
    const {
      params: path = {},
      query,
      body,
    } = calls[name] as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: object;
    };
    const seen =
      name === 'decideApps' || name === 'setAppStatus' ? { updatedAt: new Date(0).toISOString() } : {};
    const route: Route = routes[name];
    const answer = await t.app.inject({
      method: route.method,
      url: route.path.replace(/:(\w+)/g, (_, param: string) => path[param] ?? ''),
      query: { ...query, ...(route.method === 'GET' && 'query' in route ? { limit: '500' } : {}) },
      cookies: as.cookies,
      headers: { origin: t.deps.config.publicUrl },
      ...(body ? { payload: { ...body, ...seen, timeSpent: undefined } } : {}),
    });
    return answer.body;
  }

  testEachRoute(names, 'are not sent to moderators: %s', async (name) => {
    expect(await textOf(name, moderator)).not.toMatch(/@mail\.example/);
  });

  test('are sent to admins by many of these endpoints', { tags: 'long' }, async () => {
    const texts = await Promise.all(names.map(async (name) => [name, await textOf(name, admin)] as const));
    const sending = texts.filter(([, text]) => text.includes('@mail.example'));
    expect(sending.length).toBeGreaterThan(names.length / 3);
  });

  test('are removed from a stored response that an admin repeats as a moderator', async () => {
    const { id } = await t.addApp({ submittedBy: idOf(await t.person('member', { email: mailbox() })) });
    const person = await t.person('admin');
    const send = async ({ cookies }: Person) =>
      t.app.inject({
        method: 'PATCH',
        url: `/api/admin/apps/${id}`,
        cookies,
        headers: { origin: t.deps.config.publicUrl, 'idempotency-key': 'once' },
        payload: { title: 'Corrected' },
      });
    expect((await send(person)).body).toContain('@mail.example');
    await t.deps.db
      .update(users)
      .set({ role: 'moderator' })
      .where(eq(users.id, idOf(person)));
    const repeated = await send(person);
    expect([repeated.statusCode, repeated.json()]).toMatchObject([200, { title: 'Corrected' }]);
    expect(repeated.body).not.toContain('@mail.example');
  });
});

describe('the audit log', () => {
  test('shows moderators entries about apps, hosts and reports, with their actors', async () => {
    const quiet = await t.person('admin', { firstName: 'Quiet' });
    const { id } = await t.addApp();
    await t.call(setAppStatus, { params: { id }, body: { status: 'rejected' } }, admin);
    const reason = { label: randomUUID(), text: 'Spam' };
    await t.call(addCannedReason, { body: reason }, quiet);
    const member = await t.person('member');
    const edit = { params: { id: idOf(member) }, body: { firstName: 'Renamed' } };
    expect((await t.call(editUser, edit, quiet)).status).toBe(200);

    const query = { limit: 500 };
    const all = await t.call(auditLog, { query }, admin);
    const { body, headers } = await t.call(auditLog, { query }, moderator);
    expect(body).toEqual(
      body.filter(({ action }) => (moderatorActions as readonly string[]).includes(action)),
    );
    expect(body.map(({ action }) => action)).toContain('app.reviewed');
    expect(headers['x-total-count']).toBe(String(body.length));
    expect(all.body.length).toBeGreaterThan(body.length);
    const hidden = await t.call(auditLog, { query: { ...query, action: 'user.edited' } }, moderator);
    expect(hidden.body).toEqual([]);
    const actors = async (as: Person) => (await t.call(auditPeople, {}, as)).body.map((actor) => actor.id);
    expect(await actors(moderator)).toContain(idOf(admin));
    expect(await actors(moderator)).not.toContain(idOf(quiet));
    expect(await actors(admin)).toContain(idOf(quiet));
    const about = { params: { id: idOf(member) }, query: {} };
    expect((await t.call(personHistory, about, moderator)).body).toEqual([]);
    expect((await t.call(personHistory, about, admin)).body).toHaveLength(1);
  });
});

describe('a moderator', () => {
  const suspend = (who: Person, as: Person) =>
    t.call(suspendPerson, { params: { id: idOf(who) }, body: { reason: 'Spam', takesAppsOut: false } }, as);
  const lift = (who: Person, as: Person) => t.call(liftSuspension, { params: { id: idOf(who) } }, as);

  test('can suspend a member and lift the suspension', async () => {
    const member = await t.person('member');
    const { body } = await suspend(member, moderator);
    expect(body.suspension).toMatchObject({ reason: 'Spam', by: { id: idOf(moderator), firstName: 'Mo' } });
    expect((await lift(member, moderator)).body.suspension).toBeNull();
  });

  test.each(['moderator', 'admin'] as const)('cannot suspend a %s or lift the suspension', async (role) => {
    const colleague = await t.person(role);
    expect((await suspend(colleague, moderator)).error.code).toBe('forbidden');
    expect((await suspend(colleague, admin)).status).toBe(200);
    expect((await lift(colleague, moderator)).error.code).toBe('forbidden');
    expect((await lift(colleague, admin)).status).toBe(200);
  });

  test('cannot suspend themselves', async () => {
    expect((await suspend(moderator, moderator)).error.code).toBe('own_account');
  });

  test('can block hosts and remove blocks, but not change trusted hosts', async () => {
    const params = { host: 'toys.example.net' };
    const save = (rule: 'blocked' | 'trusted', as: Person) =>
      t.call(saveHost, { params, body: { rule } }, as);
    const remove = (as: Person) => t.call(removeHost, { params }, as);
    expect((await save('trusted', moderator)).error.code).toBe('forbidden');
    expect((await save('blocked', moderator)).body.rule).toBe('blocked');
    expect((await save('trusted', moderator)).error.code).toBe('forbidden');
    expect((await remove(moderator)).status).toBe(204);
    expect((await save('trusted', admin)).body.rule).toBe('trusted');
    expect((await save('blocked', moderator)).error.code).toBe('forbidden');
    expect((await remove(moderator)).error.code).toBe('forbidden');
    expect((await remove(admin)).status).toBe(204);
  });

  test('can correct a listing, but not the time of an app', async () => {
    const { id } = await t.addApp();
    const edit = (body: { title?: string; timeSpent?: number }) =>
      t.call(editApp, { params: { id }, body }, moderator);
    expect((await edit({ title: 'Tidy Piano' })).body.title).toBe('Tidy Piano');
    expect((await edit({ title: 'Fast Piano', timeSpent: 9 })).error.code).toBe('forbidden');
    expect(await t.readApp(id)).toMatchObject({ title: 'Tidy Piano', timeSpent: 1 });
  });
});
