import { sequence } from '@zapdeck/server/testing/random';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { quantile } from './figures.ts';
import { callOnce } from './load.ts';
import { readProcessorMs } from './machine.ts';
import { drawWord, makeVocabulary } from './search-words.ts';

const { apps, queries, keep } = readOptions({ apps: 20_000, queries: 500 });
const MAKERS = 1_000;
const WORDS_MAX = 3;
const TITLES = 300;
const SHOWN = 5;

/** Swaps two letters, replaces one, leaves one out or repeats one. */
const edits: Record<string, (word: string, at: number) => string> = {
  swapped: (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  replaced: (word, at) => `${word.slice(0, at)}q${word.slice(at + 1)}`,
  missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
  repeated: (word, at) => word.slice(0, at + 1) + word.slice(at),
};

const world = await openCatalogue({ apps, users: MAKERS, seen: 0 }, keep);
try {
  const server = await world.startServer();
  const search = async (query: string) => {
    const path = `/api/search?limit=${SHOWN}&q=${encodeURIComponent(query)}`;
    const response = await callOnce(server.url, { method: 'GET', path, cookie: '' });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { apps: { id: string }[]; corrected: string | null };
  };
  const random = sequence(7);
  const words = makeVocabulary(sequence(36));
  const drawQuery = () =>
    Array.from({ length: 1 + Math.floor(random() * WORDS_MAX) }, () => drawWord(random, words)).join(' ');
  for (let n = 0; n < SHOWN * SHOWN; n += 1) await search(drawQuery());
  const { rows: backends } = await world.client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'zapdeck'",
  );
  const pids = [server.pid, ...backends.map(({ pid }) => pid)];
  const times: number[] = [];
  for (let n = 0; n < queries; n += 1) {
    const query = drawQuery();
    const before = await readProcessorMs(pids);
    await search(query);
    times.push((await readProcessorMs(pids)) - before);
  }
  const [p50, p99] = [0.5, 0.99].map((part) => quantile(times, part).toFixed(1));
  say(`processor time of a search: median ${p50} ms, p99 ${p99} ms`);

  const { rows: titles } = await world.client.query<{ id: string; title: string }>(
    "SELECT id, lower(title) AS title FROM apps WHERE title LIKE '% %' ORDER BY md5(id::text) LIMIT $1",
    [TITLES],
  );
  for (const [typos, letters] of [
    [1, 5],
    [2, 9],
  ] as const) {
    let [asked, found] = [0, 0];
    const misses = new Map<string, number>();
    for (const { id, title } of titles) {
      const word = title.split(' ').find((one) => one.length >= letters);
      if (word === undefined) continue;
      const [kind, edit] = Object.entries(edits)[asked % 4] ?? ['', (same: string) => same];
      asked += 1;
      let misspelt = word;
      for (let n = 0; n < typos; n += 1)
        misspelt = edit(misspelt, 1 + Math.floor(random() * (word.length - 3)));
      const { apps: first, corrected } = await search(title.replace(word, misspelt));
      if (first.some((app) => app.id === id)) found += 1;
      else {
        const why = `${kind}, ${corrected === null ? 'not corrected' : corrected === title ? 'ranked lower' : 'corrected to another word'}`;
        misses.set(why, (misses.get(why) ?? 0) + 1);
      }
    }
    say(`${typos} typo(s): ${found} of ${asked} among the first ${SHOWN}`);
    for (const [why, count] of misses) say(`  missed ${count}: ${why}`);
  }
  await server.end();
} finally {
  await world.close();
}
