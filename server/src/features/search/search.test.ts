import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { saveMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { searchApps } from '@zapdeck/contract/feed/search';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { addMissingDocuments, countWords } from './search-index.ts';
import { searchApps as findApps } from './search-apps.ts';

let t: TestApp;
let maker: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps, known_words CASCADE');
  await t.deps.pool.query('DELETE FROM trending_scores');
  await t.deps.pool.query('UPDATE users SET handle = NULL');
  maker = await t.person('member', { firstName: 'Zoë' });
});

const add = (title: string, values: object = {}) =>
  t.addApp({
    title,
    description: '',
    category: 'Games',
    url: `https://host.example/${title}`,
    submittedBy: maker.user?.id ?? '',
    ...values,
  });

async function search(q: string, query: { limit?: string } = {}, person = visitor) {
  const { status, body, headers } = await t.call(searchApps, { query: { q, ...query } }, person);
  expect(status).toBe(200);
  const titles = body.apps.map(({ title }) => title).join(', ');
  return { titles, corrected: body.corrected, total: Number(headers['x-total-count']) };
}
const titlesOf = async (q: string) => (await search(q)).titles;

describe('search finds an app by', () => {
  test.each([
    ['its title', 'blue'],
    ['its description', 'thumbs'],
    ['its category', 'audio'],
    ['a tag', 'powered'],
    ['its host', 'pianist'],
    ['the first name of its maker', 'zoe'],
    ['the handle of its maker', 'rocketeer'],
    ['the name of the maker’s page', 'works'],
    ['the beginning of a word', 'oct'],
    ['another case', 'BLUE PIANO'],
    ['words without accents', 'etude'],
    ['another spelling of a letter', 'strasse'],
    ['one typo', 'paino'],
    ['two typos in a long word', 'harmonicly'],
  ])('%s', async (_what, query) => {
    const form = { handle: 'rocketeer', name: 'Rocket Works', line: '', links: [] };
    expect((await t.call(saveMakerPage, { body: form }, maker)).status).toBe(200);
    await add('Blue Piano', {
      description: 'Two octaves under your thumbs. Étude for the Straße, harmonically.',
      url: 'https://www.pianist.example.org/',
      category: 'Music & Audio',
      tags: ['AI-Powered'],
    });
    await add('Another', { submittedBy: (await t.person('member')).user?.id ?? '' });
    await countWords(t.deps.db);
    // The count leaves these words out, because they occur in one description only.
    await t.deps.pool.query(
      "INSERT INTO known_words VALUES ('harmonically', 1, typo_keys('harmonically')), ('octaves', 1, '{}')",
    );
    expect(await titlesOf(query)).toBe('Blue Piano');
  });
});

describe('the order of a search', () => {
  test('is by words in the title, found words, typos, trending score, and latest approval', async () => {
    const trending = await add('A', { description: 'chess board' });
    await t.deps.pool.query('INSERT INTO trending_scores VALUES ($1, 0.5)', [trending.id]);
    await add('B', { description: 'chess' });
    await add('C', { description: 'chess' });
    await add('Board');
    await add('Chess');
    await add('D', { description: 'chess board' });
    await add('Chess Board');
    await add('Board Chess Deluxe', { description: 'x' });
    expect(await titlesOf('chess board ')).toBe('Chess Board, Board Chess Deluxe, Chess, Board, A, D, C, B');
    expect(await titlesOf('board ')).toBe('Board, Board Chess Deluxe, Chess Board, A, D');
  });

  test('puts fewer typos first', async () => {
    await add('Navigation');
    await add('Navigatiom');
    expect(await search('navigatian')).toMatchObject({
      titles: 'Navigation, Navigatiom',
      corrected: 'navigation',
    });
  });

  test('keeps apps that match more words in a cut result, then the best of trending, then the latest', async () => {
    await add('Old Chess Board');
    const old = await add('Old', { description: 'chess' });
    await t.deps.pool.query('INSERT INTO trending_scores VALUES ($1, 0.5)', [old.id]);
    for (let n = 1; n < 6; n += 1) await add(`N${n}`, { description: 'chess' });
    const { ids, total } = await findApps(t.deps.db, 'chess board', { limit: 10, ranked: 4 });
    const found = await Promise.all(ids.map((id) => t.readApp(id)));
    expect(found.map(({ title }) => title)).toEqual(['Old Chess Board', 'Old', 'N5', 'N4']);
    expect(total).toBe(4);
  });
});

describe('corrections', () => {
  test('are reported, and words that occur in an app are not corrected', async () => {
    await add('Wave Cube');
    await add('Waves', { description: 'cuby' });
    expect(await search('wave cubes ')).toMatchObject({ titles: 'Wave Cube', corrected: 'wave cube' });
    expect(await search('wave cuby ')).toMatchObject({ titles: 'Wave Cube, Waves', corrected: null });
    expect(await search('nothinglikeit')).toEqual({ titles: '', corrected: null, total: 0 });
  });

  test('require five letters for one typo and nine for two', async () => {
    await add('Cube Chess Notebooks Spreadsheet');
    const isFound = async (query: string) => (await titlesOf(`${query} `)) !== '';
    expect(await isFound('cubr')).toBe(false);
    expect(await isFound('chesr')).toBe(true);
    expect(await isFound('cehsr')).toBe(false);
    expect(await isFound('notebuoxs')).toBe(true);
    expect(await isFound('sprxadshxet')).toBe(true);
    expect(await isFound('sprxadsxxet')).toBe(false);
  });
});

describe('documents', () => {
  test('change with the app: approved apps are found at once, others never', async () => {
    const { id } = await add('Chess Clock', { status: 'pending', url: 'https://time.example/' });
    expect(await titlesOf('clock')).toBe('');
    const decide = async (status: 'approved' | 'rejected') => {
      const admin = await t.person('admin');
      expect((await t.call(setAppStatus, { params: { id }, body: { status } }, admin)).status).toBe(200);
    };
    await decide('approved');
    expect(await titlesOf('chess')).toBe('Chess Clock');
    expect(await titlesOf('clcok')).toBe('Chess Clock');
    await t.deps.pool.query("UPDATE apps SET title = 'Chess Watch' WHERE id = $1", [id]);
    expect([await titlesOf('clock'), await titlesOf('watch')]).toEqual(['', 'Chess Watch']);
    await decide('rejected');
    expect(await titlesOf('watch')).toBe('');
  });

  test('are written only by decisions that affect search, and then like new ones', async () => {
    const { id } = await add('Chess Clock', { status: 'pending' });
    const read = async () => {
      const { rows } = await t.deps.pool.query<{ version: string; isLikeNew: boolean }>(
        `SELECT search_documents.xmin::text AS version, words = app_lexemes(apps) AS "isLikeNew"
         FROM search_documents JOIN apps ON apps.id = app_id WHERE app_id = $1`,
        [id],
      );
      return rows[0];
    };
    const decide = async (status: string) => {
      const before = await read();
      await t.deps.pool.query('UPDATE apps SET status = $2::app_status WHERE id = $1', [id, status]);
      const after = await read();
      return { isWritten: after?.version !== before?.version, isLikeNew: after?.isLikeNew };
    };
    expect(await decide('rejected')).toEqual({ isWritten: false, isLikeNew: true });
    // The next approval is in another block of numbers.
    await t.deps.pool.query(`SELECT setval('app_approvals', 5000)`);
    for (const status of ['approved', 'rejected', 'approved']) {
      expect(await decide(status)).toEqual({ isWritten: true, isLikeNew: true });
      await t.deps.pool.query(`SELECT setval('app_approvals', 10000)`);
    }
  });

  test('change with the maker: names, suspension and deletion', async () => {
    const page = { handle: 'maker-one', name: 'Rocket', line: '', links: [] };
    await add('Chess');
    await t.call(saveMakerPage, { body: page }, maker);
    expect([await titlesOf('zoe'), await titlesOf('rocket')]).toEqual(['Chess', 'Chess']);
    await t.call(saveMakerPage, { body: { ...page, name: 'Comet' } }, maker);
    expect([await titlesOf('rocket'), await titlesOf('comet')]).toEqual(['', 'Chess']);
    const set = (sql: string) => t.deps.pool.query(`UPDATE users SET ${sql} WHERE id = $1`, [maker.user?.id]);
    await set("suspended_at = now(), suspended_reason = 'Spam'");
    expect([await titlesOf('zoe'), await titlesOf('comet')]).toEqual(['', '']);
    await set('suspended_at = NULL, suspended_reason = NULL');
    expect(await titlesOf('zoe')).toBe('Chess');
    await set("first_name = 'zoe@mail.example'");
    expect(await titlesOf('mail')).toBe('');
    await t.deps.pool.query('DELETE FROM users WHERE id = $1', [maker.user?.id]);
    expect([await titlesOf('comet'), await titlesOf('chess')]).toEqual(['', 'Chess']);
  });

  test('are added to apps without one', async () => {
    const ids = [
      await add('Chess One'),
      await add('Chess Two'),
      await add('Chess Three', { status: 'pending' }),
    ];
    await t.deps.pool.query('INSERT INTO trending_scores VALUES ($1, 0.5)', [ids[0]?.id]);
    const read = async () => (await t.deps.pool.query('SELECT * FROM search_documents ORDER BY app_id')).rows;
    const before = await read();
    await t.deps.pool.query('DELETE FROM search_documents');
    expect(await titlesOf('chess')).toBe('');
    expect([await addMissingDocuments(t.deps.db, 2), await addMissingDocuments(t.deps.db, 2)]).toEqual([
      2, 1,
    ]);
    expect(await addMissingDocuments(t.deps.db, 2)).toBe(0);
    expect(await read()).toEqual(before);
    expect(await titlesOf('chess')).toBe('Chess One, Chess Two');
  });
});

describe('documents from older rules', () => {
  test('are rewritten in batches, unless a trigger has written them', async () => {
    const ids = [await add('围棋对弈'), await add('To-Do'), await add('Chess')].map(({ id }) => id);
    await t.deps.pool.query("UPDATE search_documents SET words = '', rules = 0");
    await t.deps.pool.query("UPDATE apps SET title = 'Chess Two' WHERE id = $1", [ids[2]]);
    expect([await titlesOf('棋对'), await titlesOf('todo'), await titlesOf('two')]).toEqual([
      '',
      '',
      'Chess Two',
    ]);
    expect([await addMissingDocuments(t.deps.db, 1), await addMissingDocuments(t.deps.db, 2)]).toEqual([
      1, 1,
    ]);
    expect([await titlesOf('棋对'), await titlesOf('todo')]).toEqual(['围棋对弈', 'To-Do']);
    expect(await addMissingDocuments(t.deps.db, 2)).toBe(0);
  });
});

describe('known words', () => {
  const known = async () =>
    (await t.deps.pool.query('SELECT word, apps FROM known_words ORDER BY word')).rows.map(
      ({ word, apps }: { word: string; apps: number }) => `${word} ${apps}`,
    );

  test('are words of titles, categories and tags, and other words of at least two apps', async () => {
    await add('Chess', { description: 'board once', tags: ['Two Players'] });
    await add('Clock', { description: 'board chess' });
    const named = ['chess 1', 'clock 1', 'games 1', 'players 1', 'two 1'];
    expect(await known()).toEqual(named);
    expect(await titlesOf('play')).toBe('Chess');
    expect(await titlesOf('gam')).toBe('Clock, Chess');
    await countWords(t.deps.db);
    expect((await known()).join()).toBe('board 2,chess 2,clock 1,games 2,host 2,players 1,two 1,zoe 2');
  });

  test('are deleted by the second count after their last app', async () => {
    const { id } = await add('Chess');
    await add('Clock');
    await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [id]);
    await countWords(t.deps.db);
    expect(await known()).toEqual(['chess 0', 'clock 1', 'games 1']);
    expect((await search('chesr')).corrected).toBe(null);
    // An approval after the count adds the word again.
    await add('Chess');
    expect(await known()).toEqual(['chess 0', 'chess 1', 'clock 1', 'games 1']);
    await countWords(t.deps.db);
    expect(await known()).toEqual(['chess 1', 'clock 1', 'games 2', 'host 2', 'zoe 2']);
    await t.deps.pool.query('DELETE FROM apps');
    await countWords(t.deps.db);
    await countWords(t.deps.db);
    expect(await known()).toEqual([]);
  });

  test('are added without waiting for other approvals', async () => {
    const client = await t.deps.pool.connect();
    try {
      const { id } = await add('Old', { status: 'pending' });
      const other = await add('Other');
      await client.query('BEGIN');
      await client.query("UPDATE apps SET title = 'Chess', status = 'approved' WHERE id = $1", [id]);
      await t.deps.pool.query("UPDATE apps SET title = 'Chess Two' WHERE id = $1", [other.id]);
      await client.query('COMMIT');
      expect(await titlesOf('ches')).toBe('Chess, Chess Two');
    } finally {
      client.release();
    }
  });
});
