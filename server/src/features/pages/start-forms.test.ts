import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '../../db/schema/sessions.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
});
afterAll(() => t.close());

test("lookAround makes a visitor a guest and keeps a member's session", async () => {
  const { cookies } = await t.person('member');
  const post = (sent: Person['cookies'], query = '') =>
    t.app.inject({
      method: 'POST',
      url: `/api/auth/look-around${query}`,
      headers: { origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
      cookies: sent,
      payload: '',
    });
  const visit = await post({});
  expect([visit.statusCode, visit.headers['location'], visit.cookies.length]).toEqual([
    303,
    '/home?started=1',
    1,
  ]);
  const back = await post(cookies);
  expect([back.statusCode, back.headers['location'], back.cookies.length]).toEqual([303, '/home', 0]);
  const deck = '/home?deck=category%3Agames';
  expect((await post(cookies, '?deck=category:games')).headers['location']).toBe(deck);
  expect((await post({}, '?deck=category:games')).headers['location']).toBe(`${deck}&started=1`);
  expect((await post({}, '?deck=category:nothing')).json()).toMatchObject({ code: 'deck_not_found' });
});

describe('tryApp', () => {
  const post = (
    id: string,
    {
      cookies = {},
      origin = PUBLIC_URL,
      query = '',
      ...headers
    }: {
      cookies?: Person['cookies'];
      origin?: string;
      query?: string;
      accept?: string;
      referer?: string;
    },
  ) =>
    t.app.inject({
      method: 'POST',
      url: `/api/apps/${id}/try${query}`,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      cookies,
      payload: '',
    });

  test('makes a visitor a guest and redirects to the card', async () => {
    const { id } = await t.addApp();
    const answer = await post(id, {});
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, `/home?app=${id}&started=1`]);
    const [cookie] = answer.cookies;
    const who = await t.app.inject({
      url: '/api/auth/user',
      cookies: { [cookie?.name ?? '']: cookie?.value ?? '' },
    });
    expect(who.json()).toMatchObject({ isGuest: true });
  });

  test('redirects to the card in the deck that the form names', async () => {
    const { id } = await t.addApp();
    const { headers } = await post(id, { query: '?deck=today' });
    expect(headers['location']).toBe(`/home?deck=today&app=${id}&started=1`);
  });

  test.each(['guest', 'member', 'admin'] as const)('keeps the session of a %s', async (role) => {
    const { id } = await t.addApp();
    const before = await t.deps.db.$count(sessions);
    const { cookies } = await t.person(role);
    const answer = await post(id, { cookies });
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, `/home?app=${id}`]);
    expect(answer.cookies).toEqual([]);
    expect(await t.deps.db.$count(sessions)).toBe(before + 1);
  });

  test('rejects foreign origins and unapproved apps, without creating a guest', async () => {
    const [{ id }, pending] = [await t.addApp(), await t.addApp({ status: 'pending' })];
    const before = await t.deps.db.$count(sessions);
    expect((await post(id, { origin: 'https://evil.example' })).json()).toMatchObject({
      code: 'foreign_origin',
    });
    expect((await post(pending.id, {})).json()).toMatchObject({ code: 'app_not_found' });
    expect(await t.deps.db.$count(sessions)).toBe(before);
  });
});

describe('a rejected form returns a page', () => {
  const accept = 'text/html,application/xhtml+xml';
  const tryIt = (id: string, headers: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: `/api/apps/${id}/try`,
      headers: { accept, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('links to this instance if it was opened at another address', async () => {
    const { id } = await t.addApp();
    const origin = 'http://zaps.local';
    const answer = await tryIt(id, { origin, referer: `${origin}/a/some-app` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(`href="${PUBLIC_URL}/a/some-app"`);
    expect(answer.body).toContain('Open this page at its own address');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('never links to another site', async () => {
    const { id } = await t.addApp();
    const answer = await tryIt(id, {
      origin: 'http://zaps.local',
      referer: 'http://zaps.local//evil.example/',
    });
    expect(answer.body).not.toContain('evil.example');
  });

  test('says that the app no longer exists', async () => {
    const { id } = await t.addApp({ status: 'pending' });
    const answer = await tryIt(id, { origin: PUBLIC_URL });
    expect([answer.statusCode, answer.body.includes('This app may have been removed')]).toEqual([404, true]);
  });
});
