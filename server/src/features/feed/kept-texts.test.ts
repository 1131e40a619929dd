import { castVote } from '@zapdeck/contract/votes';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { presentApp, selectApps } from '../apps/present-app.ts';
import { apps } from '../apps/apps.table.ts';
import { appsStatement, statesStatement } from './shown-apps.ts';

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

/** What the rows say, without anything that is kept. */
async function plainPageOf({ user }: Person): Promise<string> {
  if (!user) throw new Error('Nobody');
  const rows = await selectApps(test.deps.db, user).where(inArray(apps.id, ids));
  const shown = rows.filter(({ app }) => app.status === 'approved').map((row) => presentApp(row, user));
  return JSON.stringify(shown.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)));
}

/** As another node or an operator would, past all that runs here. */
const change = (table: 'apps' | 'users', set: string, id = ids[1]) =>
  test.deps.pool.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);

/** Of which apps the texts, or their states, are read from now on, page by page. */
function watchReads(statementOf = appsStatement): () => string[][] {
  const query = vi.spyOn(test.deps.pool, 'query') as unknown as {
    mock: { calls: [query: { text?: string }, values?: [unknown, string[]]][] };
  };
  const { text } = statementOf([]);
  return () =>
    query.mock.calls
      .filter(([asked]) => asked.text === text)
      .flatMap(([, values]) => values?.[1] ?? [])
      .map((list) => list.slice(1, -1).split(','));
}

it.each<[string, () => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['title', () => change('apps', `title = 'Größer " \\ 🎹'`)],
  ['description', () => change('apps', `description = E'Three\\n octaves'`)],
  ['url', () => change('apps', `url = 'https://' || id || '.example.com/'`)],
  ['category', () => change('apps', `category = 'Games'`)],
  ['thumbnail', () => change('apps', `thumbnail_url = 'https://example.org/a.png'`)],
  ['tags', () => change('apps', `tags = '{}'`)],
  ['frame status', () => change('apps', `frame_status = 'refused'`)],
  ['beginning', () => change('apps', `created_at = created_at - interval '1 millisecond'`)],
  ['last edit', () => change('apps', `updated_at = updated_at + interval '1 millisecond'`)],
  ['counts', () => change('apps', 'upvotes = 7, downvotes = 8, views = 9')],
  ['rejection', () => change('apps', `status = 'rejected'`)],
  ['owner', () => change('apps', `submitted_by = '${voter?.user?.id}'`)],
  ['lost owner', () => change('apps', 'submitted_by = NULL')],
  ['owner’s name', () => change('users', `first_name = 'Grace'`, owner?.user?.id)],
  ['owner’s lost name', () => change('users', 'first_name = NULL', owner?.user?.id)],
  ['owner’s email', () => change('users', `email = 'ada.' || email`, owner?.user?.id)],
  ['vote', () => test.call(castVote, { body: { appId: ids[1] ?? '', voteType: 'down' } }, voter)],
])('%s: everybody is shown what the rows say, also when they had the page before', async (_what, edit) => {
  for (const person of people) expect(await pageOf(person)).toBe(await plainPageOf(person));
  await edit();
  for (const person of people) expect(await pageOf(person)).toBe(await plainPageOf(person));
});

it('reads the texts of an app once, and again only when they have changed', async () => {
  const [one, other] = people as [Person, Person];
  const reads = watchReads();
  await pageOf(one);
  expect(reads()).toEqual([ids]);
  await pageOf(other);
  await change('apps', 'upvotes = 7, views = 9, time_spent = 900');
  await pageOf(one);
  expect(reads()).toEqual([ids]);
  await change('apps', `title = 'Larger Piano'`);
  await pageOf(one);
  await pageOf(other);
  expect(reads()).toEqual([ids, [ids[1]]]);
  expect(await pageOf(one)).toBe(await plainPageOf(one));
});

it('reads a page in one go where the texts of most are missing', async () => {
  const [one] = people as [Person];
  const all = ids;
  ids = all.slice(0, 2);
  await pageOf(one);
  ids = all;
  const reads = watchReads();
  expect(await pageOf(one)).toBe(await plainPageOf(one));
  expect(reads()).toEqual([all]);
});

it('leaves out an app that is withdrawn between its state and its text', async () => {
  const [one] = people as [Person];
  await pageOf(one);
  await change('apps', `title = 'Larger Piano'`);
  const query = test.deps.pool.query.bind(test.deps.pool);
  const { text } = appsStatement([]);
  const spy = vi.spyOn(test.deps.pool, 'query').mockImplementation((async (
    asked: { text?: string },
    values: never,
  ) => {
    if (asked.text === text) await query(`UPDATE apps SET status = 'rejected' WHERE id = $1`, [ids[1]]);
    return query(asked as never, values);
  }) as never);
  const shown = await pageOf(one);
  spy.mockRestore();
  expect(shown).toBe(await plainPageOf(one));
  expect(JSON.parse(shown)).toHaveLength(APPS - 1);
});

it('a page has the same tag whether its texts were at hand, in part or not at all, and a poll reads neither', async () => {
  const [one] = people as [Person];
  const ask = (headers: Record<string, string> = {}) =>
    test.app.inject({ url: `/api/apps?ids=${ids.join(',')}`, cookies: one.cookies, headers });
  const tags: unknown[] = [];
  const all = ids;
  ids = all.slice(0, 4);
  await ask();
  ids = all;
  const reads = watchReads();
  for (let time = 0; time < 2; time += 1) tags.push((await ask()).headers['etag']);
  expect(reads()).toEqual([all.slice(4)]);
  expect(new Set(tags).size).toBe(1);
  vi.restoreAllMocks();
  const states = watchReads(statesStatement);
  expect((await ask({ 'if-none-match': String(tags[0]) })).statusCode).toBe(304);
  expect(states()).toEqual([]);
});
