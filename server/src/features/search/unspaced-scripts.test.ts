import { afterAll, beforeAll, expect, test } from 'vitest';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { searchApps } from './search-apps.ts';

const TITLES = 300;
const WORDS = {
  Chinese:
    '在线 围棋 对弈 图片 翻译 白板 压缩 编辑器 免费 工具 箱 番茄 钟 记账 本 人工 智能 音乐 播放器 二维码 生成',
  Japanese: '将棋 オンライン 無料 パズル 時々 翻訳 メモ帳 お絵かき タイマー の と 家計簿 クイズ ゲーム 天気',
  Korean: '바둑 온라인 번역기 메모장 그림판 무료 타이머 가계부 퀴즈 을 의 음악 지도 검색',
  Thai: 'เครื่อง คิดเลข แปลภาษา เกม หมากรุก ฟรี ออนไลน์ น้ำ จับเวลา บันทึก รูปภาพ ดนตรี',
} as const;
const LATIN = ['AI', 'Pro', '2048', 'PDF', 'App', '3D'];

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** Returns a title as people write them: some words without spaces, sometimes with a Latin word or a separator. */
function makeTitle(random: () => number, words: readonly string[]): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const run = () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words)).join('');
  const parts = [run(), ...(random() < 0.4 ? [pick(LATIN)] : []), ...(random() < 0.4 ? [run()] : [])];
  return parts.join(pick(['', ' ', '·', ' - ', '：']));
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
/** Returns each pair of neighbouring letters that are not Latin. */
function pairsIn(title: string): string[] {
  const runs = title.split(/[^\p{L}\p{M}]|[a-z]/iu).map((run) => [...run]);
  return runs.flatMap((letters) => letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}

test(`finds each pair of letters of ${TITLES} Chinese, Japanese, Korean and Thai titles`, {
  tags: 'long',
}, async () => {
  const random = sequence(Number(process.env['SEED'] ?? 48));
  const languages = Object.values(WORDS).map((words) => words.split(' '));
  const titles = new Map<string, string>();
  for (let n = 0; n < TITLES; n += 1) {
    const title = makeTitle(random, languages[n % languages.length] ?? []);
    const { id } = await t.addApp({ title, description: 'x', url: `https://host.example/${n}` });
    titles.set(id, title);
  }
  const queries = new Set([...titles.values()].flatMap(pairsIn));
  const missed: string[] = [];
  for (const query of queries) {
    const { ids } = await searchApps(t.deps.db, query, { limit: TITLES });
    const expected = [...titles].filter(([, title]) => fold(title).includes(fold(query)));
    missed.push(...expected.filter(([id]) => !ids.includes(id)).map(([, title]) => `${query} in ${title}`));
    // A letter that Unicode decomposes makes two pairs, which another title can have apart.
    if (ids.length > expected.length && query.normalize('NFKD').length === 2)
      missed.push(`${query} found ${ids.length} instead of ${expected.length}`);
  }
  expect(missed).toEqual([]);
  expect(queries.size).toBeGreaterThan(TITLES);
});
