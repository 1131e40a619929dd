import { castVote } from '@zapdeck/contract/feed/votes';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { presentApp, selectApps, viewerOf, withVotes } from './present-app.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { appsStatement, versionsStatement } from './apps-by-id.ts';

const APPS = 6;

let test: TestApp;
let people: Person[];
let [owner, voter]: Person[] = [];
let ids: string[];
beforeAll(async () => {
  test = await openTestApp();
  [owner, voter] = [await test.person('member', { firstName: 'Ada' }), await test.person('member')];
  people = [owner, voter, await test.person('admin'), await test.person('guest')];
});
afterAll(() => test.close());
beforeEach(async () => {
  vi.restoreAllMocks();
  ids = [];
  for (let count = 0; count < APPS; count += 1) {
    const { id } = await test.addApp({ submittedBy: owner?.user?.id ?? '', tags: ['Free', 'a "b", {c}'] });
    ids.push(id);
  }
});

const pageOf = async ({ cookies }: Person) =>
  (await test.app.inject({ url: `/api/apps?ids=${ids.join(',')}`, cookies })).body;

/** Returns the page by the query of all other lists. */
async function plainPageOf({ user }: Person): Promise<string> {
  if (!user) throw new Error('No user');
  const viewer = viewerOf(user, test.deps.config);
  const rows = await withVotes(
    test.deps.db,
    viewer,
    await selectApps(test.deps.db).where(inArray(apps.id, ids)),
  );
  const shown = rows.filter(({ app }) => app.status === 'approved').map((row) => presentApp(row, viewer));
  return JSON.stringify(shown.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)));
}

/** Changes a row directly in the database, as another node or an operator does. */
const change = (table: 'apps' | 'users', set: string, id = ids[1]) =>
  test.deps.pool.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);

it.each<[string, () => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['title', () => change('apps', `title = 'Größer " \\ 🎹'`)],
  ['description', () => change('apps', `description = E'Three\\n octaves'`)],
  ['url', () => change('apps', `url = 'https://' || id || '.example.com/'`)],
  ['category', () => change('apps', `category = 'Games'`)],
  ['thumbnail', () => change('apps', `thumbnail_url = 'https://example.org/a.png'`)],
  ['tags', () => change('apps', `tags = '{}'`)],
  ['frame status', () => change('apps', `frame_status = 'refused'`)],
  ['creation time', () => change('apps', `created_at = created_at - interval '1 millisecond'`)],
  ['last edit', () => change('apps', `updated_at = updated_at + interval '1 millisecond'`)],
  ['counts', () => change('apps', 'upvotes = 7, downvotes = 8, views = 9')],
  ['rejection', () => change('apps', `status = 'rejected'`)],
  ['owner', () => change('apps', `submitted_by = '${voter?.user?.id}'`)],
  ['lost owner', () => change('apps', 'submitted_by = NULL')],
  ['owner’s name', () => change('users', `first_name = 'Grace'`, owner?.user?.id)],
  ['owner’s lost name', () => change('users', 'first_name = NULL', owner?.user?.id)],
  ['owner’s email', () => change('users', `email = 'ada.' || email`, owner?.user?.id)],
  ['vote', () => test.call(castVote, { body: { appId: ids[1] ?? '', voteType: 'down' } }, voter)],
])('the page equals the rows after changing %s', async (_what, edit) => {
  for (const person of people) expect(await pageOf(person)).toBe(await plainPageOf(person));
  await edit();
  for (const person of people) expect(await pageOf(person)).toBe(await plainPageOf(person));
});

it('a poll reads only the versions of unchanged rows', async () => {
  const [one] = people as [Person];
  const poll = (headers: Record<string, string> = {}) =>
    test.app.inject({ url: `/api/apps?ids=${ids.join(',')}`, cookies: one.cookies, headers });
  const tag = String((await poll()).headers['etag']);
  expect((await poll()).headers['etag']).toBe(tag);
  const query = vi.spyOn(test.deps.pool, 'query') as unknown as {
    mock: { calls: [query: { text?: string }][] };
  };
  expect((await poll({ 'if-none-match': tag })).statusCode).toBe(304);
  const texts = query.mock.calls.map(([{ text }]) => text);
  expect(texts).toContain(versionsStatement([]).text);
  expect(texts).not.toContain(appsStatement([]).text);
});
