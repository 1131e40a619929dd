import { DESCRIPTION_MAX, TAG_LENGTH_MAX, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_AHEAD } from '../testing/example-call.ts';
import { exampleCalls } from '../testing/example-calls.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';

const ID = '01900000-0000-7000-8000-000000000000';

/** Valid bodies of all routes with a body. The tests replace one field at a time. */
const bodies = Object.entries(
  exampleCalls({ appId: ID, userId: ID, reportId: ID, email: 'a@example.org', unique: 'b' }),
)
  .flatMap(([name, call]): [string, Record<string, unknown>][] => ('body' in call ? [[name, call.body]] : []))
  // The only field of `clearTaste` is its sender, which may be left out.
  .filter(([, body]) => Object.keys(body).length > 0);

/** Returns whether the field accepts the value: weights may be negative, switches true. */
function isValidFor(field: string, value: unknown): boolean {
  if (field.endsWith('Weight')) return value === -1;
  const switches = [
    'takesAppsOut',
    'enabled',
    'categoryDiversityEnabled',
    'weekly',
    'dealAgain',
    'guests',
    'less',
    'showPoweredBy',
    'trustsProviderFactor',
  ];
  return value === true && (/^is[A-Z]/.test(field) || switches.includes(field));
}

/** Invalid values, each wrong for every field but those of isValidFor. */
const invalidValues: readonly [string, unknown][] = [
  ['a list', [[]]],
  ['NUL in text', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['an endless text', 'x'.repeat(12_000)],
  ['a negative number', -1],
  ['a number beyond integers', 1e300],
  ['true', true],
];

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  await t.addApp({ id: ID });
});
afterAll(() => t.close());

/** Returns a hash of all tables but sessions. */
async function readState(): Promise<string> {
  stateQuery ??= await makeStateQuery();
  const { rows } = await t.deps.pool.query<{ state: string }>({ name: 'state', text: stateQuery });
  return rows[0]?.state ?? '';
}

let stateQuery: string | undefined;
async function makeStateQuery(): Promise<string> {
  const { rows } = await t.deps.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'sessions' ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const states = rows.map(({ name }) => `(SELECT string_agg(t::text, '' ORDER BY t::text) FROM ${name} t)`);
  return `SELECT md5(row(${states.join(', ')})::text) AS state`;
}

async function send(route: Route, body: unknown) {
  const params = { id: ID, host: 'example.org', date: DAY_AHEAD, page: 'terms', language: 'en' };
  return t.call(route, { params, query: {}, body }, admin);
}

describe.each(bodies)('%s', (name, example) => {
  const route: Route = routes[name as keyof typeof routes];

  test.each(Object.keys(example))('names the invalid %s and stores nothing', async (field) => {
    const before = await readState();
    // A legal page may be that long.
    const valid = name === 'saveLegalText' ? 'an endless text' : undefined;
    const values = invalidValues.filter(([what, value]) => what !== valid && !isValidFor(field, value));
    for (const [what, value] of values) {
      const { status, error } = await send(route, { ...example, [field]: value });
      expect.soft(status, what).toBe(400);
      expect.soft(error.code, what).toBe('invalid_input');
      const named = Object.keys(error.fields ?? {}).map((path) => path.split('.')[0]);
      expect.soft(named, what).toContain(field);
    }
    expect(await readState()).toBe(before);
  });

  const acceptsEmptyBody = route.method === 'PATCH' && route.body?.safeParse({}).success === true;
  const rejectsEmptyBody = async () => {
    const before = await readState();
    const { status, error } = await send(route, {});
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {}).length).toBeGreaterThan(0);
    expect(await readState()).toBe(before);
  };
  if (!acceptsEmptyBody) test('names missing fields and stores nothing', rejectsEmptyBody);
});

type Read = readonly [name: keyof typeof routes, field: string];

/** Fields that users read. CSV files and names from providers have tests of their own. */
const read = {
  line: [
    ['submitApp', 'title'],
    ['submitApp', 'url'],
    ['submitApp', 'tags'],
    ['signup', 'firstName'],
    ['signup', 'lastName'],
    ['editUser', 'firstName'],
    ['editUser', 'lastName'],
    ['saveMakerPage', 'name'],
    ['saveMakerPage', 'line'],
  ],
  prose: [
    ['submitApp', 'description'],
    ['reportApp', 'reason'],
    ['editApp', 'reason'],
    ['setAppStatus', 'reason'],
  ],
} as const satisfies Record<string, Read[]>;
const exampleOf = (name: string) => bodies.find(([one]) => one === name)?.[1] ?? {};

test.each([
  ['status', 'odd', 'Must be one of: all, pending, approved, rejected'],
  ['limit', '0', 'At least 1'],
  ['limit', '501', 'At most 500'],
])('names the values of %s instead of %s', async (field, value, text) => {
  const query = { [field]: value } as never;
  const { status, error } = await t.call(routes.adminApps, { query }, admin);
  expect([status, error.fields]).toEqual([400, { [field]: text }]);
});

describe('hidden characters', () => {
  const sendText = async ([name, field]: Read, value: string) => {
    const before = await readState();
    const response = await send(routes[name], {
      ...exampleOf(name),
      [field]: field === 'tags' ? [value] : value,
    });
    return { ...response, isUnchanged: (await readState()) === before };
  };

  test.each<Read>([...read.line, ...read.prose])('are rejected in %s %s', async (...where) => {
    for (const value of [
      'a\u200bb',
      'a\u202eb',
      'a\u2028b',
      'a\u2066b',
      'a\ufeffb',
      'a\u001bb',
      'a\u3164',
      'a\u2800',
    ]) {
      const { status, error, isUnchanged } = await sendText(where, value);
      expect.soft([status, isUnchanged], JSON.stringify(value)).toEqual([400, true]);
      expect
        .soft(
          Object.keys(error.fields ?? {})
            .join()
            .split('.')[0],
          JSON.stringify(value),
        )
        .toBe(where[1]);
    }
  });

  test.each<Read>([...read.line])(
    'are rejected in %s %s, including line breaks and tabs',
    async (...where) => {
      for (const value of ['a\nb', 'a\r\nb', 'a\tb', 'a\u0085b']) {
        const { status, isUnchanged } = await sendText(where, value);
        expect.soft([status, isUnchanged], JSON.stringify(value)).toEqual([400, true]);
      }
    },
  );

  test.each<Read>([
    ['submitApp', 'title'],
    ['submitApp', 'description'],
    ['submitApp', 'tags'],
    ['signup', 'firstName'],
    ['reportApp', 'reason'],
  ])('are rejected as the whole text of %s %s', async (...where) => {
    for (const value of ['\u200b', '\u3164\u3164', '\u2800', '\u00a0', '\ufe0f']) {
      const { status, isUnchanged } = await sendText(where, value);
      expect.soft([status, isUnchanged], JSON.stringify(value)).toEqual([400, true]);
    }
  });
});

test('a CRLF in a description counts as one character, and line breaks, emoji and joiners are kept', async () => {
  const description = `${'One.\n'.repeat(99)}Five.`;
  expect(description).toHaveLength(DESCRIPTION_MAX);
  const title = 'می‌خواهم 👩🏽‍🚀 ❤️';
  const form = { ...exampleOf('submitApp'), url: 'https://lines.example.org/', title };
  const sent = description.replaceAll('\n', '\r\n');
  const { status } = await send(routes.submitApp, { ...form, description: sent });
  expect(status).toBe(201);
  const { rows } = await t.deps.pool.query('SELECT title, description FROM apps WHERE url = $1', [form.url]);
  expect(rows).toEqual([{ title, description }]);
});

test('a text of the maximum length in four-byte characters is stored', async () => {
  const url = 'https://wide.example.org/';
  const form = {
    ...exampleOf('submitApp'),
    url,
    title: '👍'.repeat(TITLE_MAX / 2),
    tags: ['👍'.repeat(TAG_LENGTH_MAX / 2)],
  };
  expect((await send(routes.submitApp, form)).status).toBe(201);
  const { error } = await send(routes.submitApp, { ...form, title: `${form.title}!` });
  expect(error.fields).toEqual({ title: `At most ${TITLE_MAX} characters` });
});

describe('invalid query parameters', () => {
  test.each([
    ['/api/user/apps?limit=0', 'limit'],
    ['/api/user/apps?limit=501', 'limit'],
    ['/api/user/apps?limit=ten', 'limit'],
    ['/api/user/liked-apps?offset=-1', 'offset'],
    ['/api/admin/apps/pending?offset=1.5', 'offset'],
    ['/api/apps?ids=nonsense', 'ids'],
    ['/api/admin/apps?sort=nonsense', 'sort'],
    ['/api/admin/apps?status=nonsense', 'status'],
    ['/api/admin/apps?search=%00', 'search'],
    ['/api/admin/users?role=nonsense', 'role'],
    ['/api/admin/users?provider=nonsense', 'provider'],
    ['/api/admin/reports?status=nonsense', 'status'],
    ['/api/admin/error-logs?limit=501', 'limit'],
    ['/api/admin/audit-log?from=yesterday', 'from'],
    ['/api/admin/audit-log?actor=nobody', 'actor'],
    ['/api/admin/audit-log?action=nonsense', 'action'],
    ['/api/admin/stats/history?days=6', 'days'],
    ['/api/admin/stats/history?days=366', 'days'],
    ['/api/admin/error-logs/groups?days=0', 'days'],
    ['/api/admin/error-logs/groups?type=nonsense', 'type'],
    ['/api/admin/formula-weights/history?limit=0', 'limit'],
    ['/api/admin/ranking-preview', 'upvoteWeight'],
    ['/api/admin/ranking-preview?upvoteWeight=1e9', 'upvoteWeight'],
    ['/api/admin/ranking-preview?upvoteWeight=many', 'upvoteWeight'],
    ['/api/admin/feed-preview', 'algorithmType'],
    ['/api/admin/feed-preview?user=nobody', 'user'],
    ['/api/admin/feed-preview?appsPerPage=101', 'appsPerPage'],
    ['/api/admin/feed-preview?categoryDiversityEnabled=maybe', 'categoryDiversityEnabled'],
    ['/api/apps/preview', 'url'],
    ['/api/apps/preview?url=', 'url'],
    ['/api/apps/preview?url=a&url=b', 'url'],
    ['/api/apps/preview?url=http://127.0.0.1/', 'url'],
    ['/api/apps/preview?url=http://a.example.com/%00', 'url'],
    ['/api/apps/preview?url=http://a.example.com/%0ab', 'url'],
    ['/api/apps/preview?url=http://a.exam%09ple.com/', 'url'],
    ['/api/apps/preview?url=http://a.example.com/%e2%80%8b', 'url'],
    ['/api/apps?cursor=nonsense', 'cursor'],
    ['/api/apps?deck=%00', 'deck'],
  ])('of %s are named: %s', async (url, field) => {
    const response = await t.app.inject({ method: 'GET', url, cookies: admin.cookies });
    expect(response.statusCode).toBe(400);
    expect(
      Object.keys(response.json<{ fields: Record<string, string> }>().fields).map(
        (path) => path.split('.')[0],
      ),
    ).toContain(field);
  });

  test('an invalid id in the path is named', async () => {
    const { status, error } = await t.call(
      routes.setAppStatus,
      { params: { id: 'x' }, body: { status: 'approved' } },
      admin,
    );
    expect(status).toBe(400);
    expect(error.fields).toHaveProperty('id');
  });
});

test('drops undeclared fields of a sign-up, such as isAdmin and id', async () => {
  const password = TEST_PASSWORD;
  const form = { email: 'mallory@example.org', password, confirmPassword: password, firstName: 'Mallory' };
  const undeclared = { isAdmin: true, zapCount: 99, id: ID, emailVerifiedAt: '2026-01-01T00:00:00Z' };
  const { status, body } = await t.call(routes.signup, { body: { ...form, ...undeclared } });
  expect([status, body.isAdmin, body.zapCount]).toEqual([201, false, 0]);
  expect(body.id).not.toBe(ID);
  const { rows } = await t.deps.pool.query('SELECT email_verified_at FROM users WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ email_verified_at: null }]);
});
