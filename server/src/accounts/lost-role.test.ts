import { randomUUID } from 'node:crypto';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { saveHost } from '@zapdeck/contract/frames/hosts';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { formBody } from '../testing/example-bodies.ts';
import { exampleCalls } from '../testing/example-calls.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { testEachRoute } from '../testing/test-routes.ts';
import { untilBlocked } from '../testing/until-blocked.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const idOf = ({ user }: Person): string => user?.id ?? '';

type Name = keyof typeof routes;

const losses = [
  { before: 'moderator', after: 'member' },
  { before: 'admin', after: 'moderator' },
  { before: 'admin', after: 'member' },
] as const;

/** Returns a request about an app with a report, or about the reporter. */
async function requestOf(name: Name, moderator: Person) {
  const reporter = await t.person('member');
  const { id: appId } = await t.addApp();
  const report = await t.call(reportApp, { body: { appId, reason: 'Loud' } }, reporter);
  const userId = idOf(reporter);
  if (name === 'liftSuspension') {
    const body = { reason: 'Spam', takesAppsOut: false };
    await t.call(suspendPerson, { params: { id: userId }, body }, admin);
  }
  const stage = { appId, userId, reportId: report.body.id, email: '', unique: randomUUID() };
  const calls = exampleCalls(stage);
  await t.call(saveHost, { params: calls.removeHost.params, body: { rule: 'blocked' } }, admin);
  const { params, body, form } = calls[name] as {
    params?: Record<string, string>;
    body?: object;
    form?: Parameters<typeof formBody>[0];
  };
  const values = { ...params };
  if (name === 'undoDecisions') {
    const decided = { ids: [appId], decision: 'rejected' as const };
    values['id'] = (await t.call(decideApps, { body: decided }, moderator)).body.batchId ?? '';
  }
  const { method, path }: Route = routes[name];
  return {
    method,
    url: path.replace(/:(\w+)/g, (_, param: string) => values[param] ?? ''),
    cookies: moderator.cookies,
    headers: { origin: t.deps.config.publicUrl, ...(form && { 'content-type': formBody(form).type }) },
    ...(form ? { payload: formBody(form).payload } : body && { payload: body }),
  };
}

describe.each(losses)('a request of a $before who becomes a $after meanwhile', ({ before, after }) => {
  const writes = (Object.keys(routes) as Name[]).filter(
    (name) => routes[name].access === before && routes[name].method !== 'GET',
  );

  testEachRoute(writes, 'changes nothing: %s', async (name) => {
    const moderator = await t.person(before);
    const request = await requestOf(name, moderator);
    const client = await t.deps.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE users SET role = $2 WHERE id = $1', [idOf(moderator), after]);
      const answer = t.app.inject(request);
      await untilBlocked(t.deps.pool);
      await client.query('COMMIT');
      expect((await answer).json()).toMatchObject({ code: 'forbidden' });
    } finally {
      client.release(true);
    }
  });
});
