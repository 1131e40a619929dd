import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn } from '../../testing/cases.ts';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { countWords } from './search-index.ts';
import { referenceSearch } from './reference.fixture.ts';
import { searchApps } from './search-apps.ts';
import { readFindable, readKnown } from './search.fixture.ts';

const QUERIES_PER_CATALOGUE = 40;
const WORDS = (
  'wave cube piano tiny chess puzzle puzzler puzzles notebook notes note Café Straße Łódź ΟΔΟΣ привет ' +
  'spreadsheet calculator calculators déjà naïve e-mail don’t C++ 数独 パズル ゲーム 한국어 سلام عربي ไทย 👋🏽 ﷺ ½ ﬁne O’Neil ' +
  'navigation navigator photography photographer to-do todo white board whiteboard 在线围棋 围棋对弈 オンライン将棋 한국 Dell’arte'
).split(' ');
const CATEGORIES = ['Games', 'Health & Fitness', 'Music & Audio'];

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = (random: Random, least: number, most: number) =>
  Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(random, WORDS)).join(
    ' ',
  );

/** Adds a letter, leaves one out, replaces one, or swaps two. */
function misspell(random: Random, word: string): string {
  const letters = [...word];
  const at = Math.floor(random() * letters.length);
  const letter = pick(random, [...'aeinst']);
  const edits = [
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed()),
  ];
  pick(random, edits)();
  return letters.join('');
}

function drawQuery(random: Random): string {
  const words = some(random, 1, pick(random, [1, 2, 3, 9])).split(' ');
  const written = words.map((word) => {
    const kind = random();
    if (kind < 0.3) return misspell(random, word);
    if (kind < 0.4) return misspell(random, misspell(random, word));
    if (kind < 0.5) return word.toUpperCase();
    return kind < 0.6 ? word.slice(0, 1 + Math.floor(random() * word.length)) : word;
  });
  return (written.join(pick(random, [' ', ', ', '-', ' & '])) + pick(random, ['', '', ' ', '!']))
    .slice(0, 100)
    .toWellFormed();
}

async function fill(random: Random): Promise<void> {
  await t.deps.pool.query('TRUNCATE apps, known_words CASCADE');
  await t.deps.pool.query('DELETE FROM trending_scores');
  const makers = await Promise.all(
    ['Robin', 'robin@example.org', 'Zoë Wave'].map((firstName) => t.person('member', { firstName })),
  );
  const count = 5 + Math.floor(random() * 60);
  for (let n = 0; n < count; n += 1) {
    // Gaps in the approval numbers spread the apps over several blocks.
    if (random() < 0.1)
      await t.deps.pool.query("SELECT setval('app_approvals', nextval('app_approvals') + 3000)");
    const { id } = await t.addApp({
      title: some(random, 1, 3),
      description: some(random, 1, 6),
      category: pick(random, CATEGORIES),
      tags: random() < 0.3 ? ['Open Source', pick(random, WORDS)] : [],
      status: random() < 0.9 ? 'approved' : 'pending',
      submittedBy: pick(random, makers).user?.id ?? '',
    });
    if (random() < 0.2)
      await t.deps.pool.query('INSERT INTO trending_scores VALUES ($1, $2)', [
        id,
        Math.ceil(random() * 3) / 4,
      ]);
    if (random() < 0.05) await countWords(t.deps.db);
  }
}

const { cases, seed, timeout } = drawn(12, 35);

test(`finds what the slow reference finds in ${cases} catalogues`, { timeout }, async () => {
  const faults: object[] = [];
  let [searches, hits] = [0, 0];
  for (let number = seed; number < seed + cases; number += 1) {
    const random = sequence(number);
    await fill(random);
    const [apps, known] = [await readFindable(t), await readKnown(t)];
    for (let n = 0; n < QUERIES_PER_CATALOGUE; n += 1) {
      const query = drawQuery(random);
      const ranked = pick(random, [1, 2, 5, 2_000]);
      const found = await searchApps(t.deps.db, query, { limit: 1_000, ranked });
      const expected = referenceSearch(apps, { query, known, ranked });
      searches += 1;
      hits += expected.length;
      if (found.ids.join() !== expected.join())
        faults.push({ number, query, ranked, found: found.ids, expected });
    }
  }
  expect(faults.slice(0, 3), `${faults.length} of ${searches} searches differ`).toEqual([]);
  expect(hits).toBeGreaterThan(searches);
});
