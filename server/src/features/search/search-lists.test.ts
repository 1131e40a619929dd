import { adminApps, type App, likedApps } from '@zapdeck/contract/apps/apps';
import { readHistory } from '@zapdeck/contract/feed/history';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { saveMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { searchApps } from '@zapdeck/contract/feed/search';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { countWords } from './search-index.ts';

const APPS = [
  ['Café Étude', { description: 'Two octaves under your thumbs, harmonically.', category: 'Music & Audio' }],
  ['Wave Cube', { description: 'Waves in a cube.', tags: ['AI-Powered'] }],
  ['Spreadsheet', { description: 'Numbers in cells', url: 'https://www.tabular.example/' }],
  ['To-Do', { description: 'Chores' }],
  ['Wi-Fi Map', { description: 'Where to connect' }],
  ['Node.js Playground', { description: 'Self-hosted' }],
  ['Whiteboard', { description: 'Draw together' }],
  ['Dell’arte', { description: 'Masks' }],
  ['Palette Maker', { description: 'Finds colors' }],
  ['在线围棋对弈', { description: '图片和翻译' }],
  ['オンライン将棋', { description: '無料のゲーム' }],
  ['바둑 교실', { description: '초보자를 위한 바둑' }],
  ['เครื่องคิดเลข', { description: 'คำนวณเร็ว' }],
  ['آلة حاسبة ١٢٣', { description: 'می‌خواهم' }],
] as const;

/** Kinds of queries, each with the first app that it finds. */
const QUERIES = [
  ['without accents', 'cafe etude', 'Café Étude'],
  ['in another case', 'WAVE cube', 'Wave Cube'],
  ['in another order', 'cube wave', 'Wave Cube'],
  ['with two blanks', 'wave  cube', 'Wave Cube'],
  ['with one typo', 'spredsheet', 'Spreadsheet'],
  ['with two typos', 'spraedshet', 'Spreadsheet'],
  ['with words of title and description', 'etude octaves', 'Café Étude'],
  ['of a word that is not finished', 'sprea', 'Spreadsheet'],
  ['of a word of the description', 'thumbs', 'Café Étude'],
  ['of a category', 'audio', 'Café Étude'],
  ['of a tag', 'powered', 'Wave Cube'],
  ['of the host', 'tabular', 'Spreadsheet'],
  ['of the maker’s name', 'zoe', undefined],
  ['of the maker’s handle', 'rocketeer', undefined],
  ['without a hyphen', 'todo', 'To-Do'],
  ['without a hyphen, with another word', 'wifi map', 'Wi-Fi Map'],
  ['without a dot', 'nodejs', 'Node.js Playground'],
  ['without a hyphen in the description', 'selfhosted', 'Node.js Playground'],
  ['of a word in two words', 'white board', 'Whiteboard'],
  ['after an apostrophe', 'arte', 'Dell’arte'],
  ['without an apostrophe', 'dellarte', 'Dell’arte'],
  ['of the beginning of a word that only one description has', 'color', 'Palette Maker'],
  ['in Chinese', '围棋', '在线围棋对弈'],
  ['of one Chinese letter', '弈', '在线围棋对弈'],
  ['in Chinese of words in another order', '围棋在线', '在线围棋对弈'],
  ['in Japanese', '将棋', 'オンライン将棋'],
  ['in half-width letters', 'ｵﾝﾗｲﾝ', 'オンライン将棋'],
  ['in Korean, with a particle', '바둑을', '바둑 교실'],
  ['in Thai', 'คิดเลข', 'เครื่องคิดเลข'],
  ['in Arabic, of another alef', 'الة', 'آلة حاسبة ١٢٣'],
  ['in Arabic, with a tatweel', 'حاســبة', 'آلة حاسبة ١٢٣'],
  ['of other digits', '123', 'آلة حاسبة ١٢٣'],
  ['in Persian, without a non-joiner', 'میخواهم', 'آلة حاسبة ١٢٣'],
  ['in Persian, with a blank', 'می خواهم', 'آلة حاسبة ١٢٣'],
  ['of symbols', '!?', undefined],
  ['of a word that no app has', 'xylophone', undefined],
] as const;

let t: TestApp;
let maker: Person;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  [maker, admin] = [await t.person('member', { firstName: 'Zoë' }), await t.person('admin')];
  const form = { handle: 'rocketeer', name: 'Rocket Works', line: '', links: [] };
  expect((await t.call(saveMakerPage, { body: form }, maker)).status).toBe(200);
  for (const [index, [title, values]] of APPS.entries()) {
    const submittedBy = maker.user?.id ?? '';
    // No query is part of this address, as lists of apps of every status search addresses too.
    const url = `https://host.example/${'x'.repeat(index + 1)}`;
    const { id } = await t.addApp({
      title,
      url,
      submittedBy,
      category: 'Games',
      ...values,
      tags: 'tags' in values ? [...values.tags] : [],
    });
    t.clock.advance(2_000);
    const interactions = [{ appId: id, interactionType: 'view' as const, duration: 1_000 }];
    await t.call(recordInteractions, { body: { interactions, batchId: newId() } }, maker);
    await t.call(castVote, { body: { appId: id, voteType: 'up' } }, maker);
  }
  await countWords(t.deps.db);
});
afterAll(() => t.close());

const titlesOf = (apps: readonly Pick<App, 'title'>[]) => apps.map(({ title }) => title).toSorted();

describe.each(QUERIES)('for a query %s, “%s”, the search', (_kind, q, first) => {
  test('finds the same in Discover, the history, liked apps and filtered lists', async () => {
    const { body: found } = await t.call(searchApps, { query: { q, limit: 100 } }, visitor);
    if (first !== undefined) expect(found.apps[0]?.title).toBe(first);
    const expected = titlesOf(found.apps);
    const seen = await t.call(readHistory, { query: { q, limit: 100 } }, maker);
    expect(titlesOf(seen.body.flatMap(({ app }) => app ?? []))).toEqual(expected);
    expect(titlesOf((await t.call(likedApps, { query: { search: q } }, maker)).body)).toEqual(expected);
    const lists = [
      await t.call(ownApps, { query: { search: q } }, maker),
      await t.call(adminApps, { query: { search: q } }, admin),
    ];
    // Lists of apps of every status show apps with all words.
    for (const { body } of lists) {
      if (first !== undefined) expect(titlesOf(body)).toContain(first);
      expect(expected).toEqual(expect.arrayContaining(titlesOf(body)));
    }
  });
});

test('lists of apps of every status find apps by address, and pending ones by words in any order', async () => {
  const { id } = await t.addApp({
    title: 'Zither Étude',
    url: 'https://strings.example/pl%C3%BCck?a=1',
    status: 'pending',
  });
  for (const search of ['strings.example', 'https://strings.example/pl%', 'ck?A=1', 'etude  zither', 'zith'])
    for (const list of [adminApps, pendingApps])
      expect((await t.call(list, { query: { search } }, admin)).body.map((app) => app.id)).toEqual([id]);
});
