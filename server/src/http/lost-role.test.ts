import { randomUUID } from 'node:crypto';
import { decideApps } from '@zapdeck/contract/decisions';
import { saveHost } from '@zapdeck/contract/hosts';
import { suspendPerson } from '@zapdeck/contract/people';
import { reportApp } from '@zapdeck/contract/reports';
import type { Route } from '@zapdeck/contract/route';
import { routes } from '@zapdeck/contract/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleCalls } from '../testing/example-calls.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const idOf = ({ user }: Person): string => user?.id ?? '';

const writing = (Object.keys(routes) as (keyof typeof routes)[]).filter(
  (name) => routes[name].access === 'moderator' && routes[name].method !== 'GET',
);

/** Returns a request about an app with a report, or about the reporter. */
async function requestOf(name: (typeof writing)[number], moderator: Person) {
  const reporter = await t.person('member');
  const { id: appId } = await t.addApp();
  const report = await t.call(reportApp, { body: { appId, reason: 'Loud' } }, reporter);
  await t.call(saveHost, { params: { host: 'blocked.example.net' }, body: { rule: 'blocked' } }, admin);
  const userId = idOf(reporter);
  if (name === 'liftSuspension') {
    const body = { reason: 'Spam', takesAppsOut: false };
    await t.call(suspendPerson, { params: { id: userId }, body }, admin);
  }
  const stage = { appId, userId, reportId: report.body.id, email: '', unique: randomUUID() };
  const { params = {}, body } = exampleCalls(stage)[name] as {
    params?: Record<string, string>;
    body?: object;
  };
  let [id = ''] = Object.values(params);
  if (name === 'undoDecisions') {
    const decided = { ids: [appId], decision: 'rejected' as const };
    id = (await t.call(decideApps, { body: decided }, moderator)).body.batchId ?? '';
  }
  const { method, path }: Route = routes[name];
  return {
    method,
    url: path.replace(/:\w+/, id),
    cookies: moderator.cookies,
    headers: { origin: t.deps.config.publicUrl },
    ...(body ? { payload: body } : {}),
  };
}

test.each(writing)('a moderator who loses the role during the request changes nothing: %s', async (name) => {
  const moderator = await t.person('moderator');
  const request = await requestOf(name, moderator);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("UPDATE users SET role = 'member' WHERE id = $1", [idOf(moderator)]);
    const answer = t.app.inject(request);
    await untilBlocked(t.deps.pool);
    await client.query('COMMIT');
    expect((await answer).json()).toMatchObject({ code: 'forbidden' });
  } finally {
    client.release(true);
  }
});
