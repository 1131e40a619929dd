import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { newId } from '../../db/columns.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { algorithmKind } from '../settings/kinds.ts';
import { sequence } from '../../testing/random.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { untilReplayed } from '../../testing/until-replayed.ts';
import { below, pick, type Random } from './walks-apps.fixture.ts';
import { Writers } from './walks-writers.fixture.ts';

const WALKS_PER_WORLD = 8;
const WORLD_SIZES = [5, 12, 30, 60, 8, 20, 45, 12, 30, 8, 20, 330];
/** Few sizes, because each has statements of its own, which are kept prepared. */
const PAGE_SIZES = [2, 4, 8, 16, 40];
const HOUR_MS = 3_600_000;

/** Concurrent activity during a walk: none, a second tab of the same viewer, or all writers. */
type Traffic = 'none' | 'second tab' | 'all';
const TRAFFICS: readonly Traffic[] = ['none', 'all', 'second tab', 'all'];

interface Page {
  ids: string[];
  cursor: string;
  isEnd: boolean;
}

/** Keys of the decks that are walked, each with an SQL condition on `apps` for the viewer `$1`. */
const conditions = {
  best: 'true',
  new: 'true',
  trending: 'true',
  today: 'EXISTS (SELECT FROM daily_picks WHERE app_id = apps.id AND chosen_at IS NOT NULL)',
  unseen: 'NOT EXISTS (SELECT FROM seen_apps WHERE app_id = apps.id AND user_id = $1)',
  liked: "EXISTS (SELECT FROM votes WHERE app_id = apps.id AND user_id = $1 AND vote_type = 'up')",
  'for-you': 'true',
  'category:games': "category = 'Games'",
  'tag:Free': "'Free' = ANY (tags)",
  'search:games, free': "category = 'Games' OR 'Free' = ANY (tags)",
  'maker:walked': "submitted_by = (SELECT id FROM users WHERE handle = 'walked')",
};
export type WalkedDeck = keyof typeof conditions;
export const walkedDecks = Object.keys(conditions) as WalkedDeck[];

interface Walker {
  deck: WalkedDeck;
  test: TestApp;
  random: Random;
  person: Person;
  traffic: Traffic;
  writers: Writers;
}

async function requestPage({ deck, test, person }: Walker, cursor: string | undefined): Promise<Page> {
  test.clock.advance(1_000);
  const answer = await test.call(listFeed, { query: cursor === undefined ? { deck } : { cursor } }, person);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.error)}`);
  const end = answer.headers[END_CURSOR_HEADER];
  return {
    ids: answer.body.map(({ id }) => id),
    cursor: String(end ?? answer.headers[NEXT_CURSOR_HEADER]),
    isEnd: end !== undefined,
  };
}

/** Records most of the cards as viewed, as the web app does. */
async function view({ test, person, random, writers }: Walker, { ids, cursor }: Page): Promise<void> {
  const viewed = ids.filter((id) => id !== writers.held && random() < 0.9);
  if (viewed.length === 0) return;
  const interactions = viewed.map((appId) => ({ appId, interactionType: 'view' as const, duration: 1_000 }));
  const body = { interactions, batchId: newId(), userId: person.user?.id ?? '', cursor };
  const { status } = await test.call(recordInteractions, { body }, person);
  if (status !== 201) throw new Error(`Interactions: ${status}`);
}

/** Requests the page, sometimes twice or from two tabs at once. Returns all answers. */
async function requestSometimesTwice(walker: Walker, cursor: string | undefined): Promise<Page[]> {
  const { random } = walker;
  // A second first page would be another deck.
  if (cursor === undefined || random() < 0.6) return [await requestPage(walker, cursor)];
  if (random() < 0.5) return Promise.all([requestPage(walker, cursor), requestPage(walker, cursor)]);
  return [await requestPage(walker, cursor), await requestPage(walker, cursor)];
}

/** SQL condition on `apps`: the viewer `$1` hides the app. */
const IS_HIDDEN = `EXISTS (SELECT FROM hidden WHERE user_id = $1 AND CASE kind WHEN 'category' THEN value = category
  WHEN 'tag' THEN value = ANY (tags) ELSE maker_id = submitted_by END)`;

/** Returns the number of these apps that the viewer hides. */
async function countHidden({ test, person }: Walker, ids: readonly string[]): Promise<number> {
  const { rowCount } = await test.deps.pool.query(`SELECT FROM apps WHERE id = ANY ($2) AND ${IS_HIDDEN}`, [
    person.user?.id,
    ids,
  ]);
  return rowCount ?? 0;
}

/** Returns the approved apps of the deck that the viewer does not hide. */
async function readDeck({ deck, test, person }: Walker, condition = 'true'): Promise<Set<string>> {
  const { rows } = await test.deps.pool.query<{ id: string }>(
    `SELECT id FROM apps WHERE status = 'approved' AND (${conditions[deck]}) AND ${condition} AND NOT ${IS_HIDDEN}`,
    [person.user?.id],
  );
  return new Set(rows.map(({ id }) => id));
}

/** SQL condition on `apps`: the viewer `$1` does not read the language of the app. */
const IS_FOREIGN = `language IS NOT NULL AND language <> ALL (coalesce((SELECT reads_languages FROM users WHERE id = $1), ARRAY[language]))`;

const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

async function forge({ deck, test, person, random }: Walker, cursor: string): Promise<string | false> {
  const query = {
    cursor,
    deck: pick(
      random,
      walkedDecks.filter((other) => other !== deck),
    ),
  };
  const renamed = await test.call(listFeed, { query }, person);
  if (renamed.status !== 400) return `a cursor of ${deck} got ${renamed.status} from ${query.deck}`;
  const at = Math.floor(random() * cursor.length);
  const forged = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
  const { status } = await test.call(listFeed, { query: { cursor: forged } }, person);
  // The last character has unused bits.
  return status !== 400 && at < cursor.length - 1 && `a forged cursor got ${status}`;
}

/** Follows the cursors of one deck to its end. Returns descriptions of all faults. */
async function walk(walker: Walker, params: AlgorithmParams): Promise<{ faults: string[]; pages: number }> {
  const { test, random, traffic, writers } = walker;
  const faults: (string | false)[] = [];
  const pages: string[][] = [];
  const unreachable = await readDeck(walker, "frame_status = 'unreachable'");
  const foreign = await readDeck(walker, IS_FOREIGN);
  // Replicas may serve older verdicts. Checks of the previous walk may still be storing newer ones.
  await untilReplayed(test);
  let cursor: string | undefined;
  let otherTab: string | undefined;
  let isEnd = false;
  let isSettled = traffic !== 'all';
  let isOver = false;
  while (!isOver) {
    if (pages.length > 2_000) throw new Error('The deck has no end');
    if (!isSettled && random() < 0.1) await writers.hide();
    const writing = isSettled || random() < 0.2 ? undefined : writers.write();
    const answers = await requestSometimesTwice(walker, cursor);
    await writing;
    const common = answers.map(({ ids }) =>
      ids.filter((id) => answers.every((page) => page.ids.includes(id))),
    );
    // An empty page is not stored: a later request may deal apps.
    if (answers.every(({ ids }) => ids.length > 0))
      faults.push(!isSame(common[0] ?? [], common.at(-1) ?? []) && 'another order for the same cursor');
    if (isSettled && answers.length > 1)
      faults.push(
        !isSame(answers[0]?.ids ?? [], answers[1]?.ids ?? []) && 'another page for the same cursor',
      );
    const page = answers.findLast(({ ids }) => ids.length > 0) ?? answers.at(-1);
    if (!page) throw new Error('No answer');
    const ids = [...new Set(answers.flatMap((answer) => answer.ids))];
    ({ isEnd, cursor } = page);
    // Other writers may move an app into a hidden category after it was dealt.
    if (!writing) faults.push((await countHidden(walker, ids)) > 0 && 'deals hidden apps');
    pages.push(ids);
    await view(walker, page);
    if (random() < 0.05) faults.push(await forge(walker, cursor));
    if (random() < 0.05) await test.deps.pool.query('TRUNCATE hands');
    if (random() < 0.05) test.clock.advance(HOUR_MS);
    if (traffic !== 'none' && random() < 0.4) {
      const other = await requestPage(walker, otherTab);
      otherTab = other.isEnd ? undefined : other.cursor;
      await view(walker, other);
    }
    if (isSettled) isOver = isEnd && (traffic === 'none' || ids.length === 0);
    else if (isEnd) {
      await writers.settle();
      isSettled = true;
    } else await writers.hold();
  }
  const dealt = pages.flat();
  const given = new Set(dealt);
  const missing = [...(await readDeck(walker))].filter((id) => !given.has(id));
  faults.push(missing.length > 0 && `misses ${missing.length}`);
  faults.push(given.size < dealt.length && `deals ${dealt.length - given.size} twice`);
  if (traffic !== 'all') {
    // Checks of dealt apps may change the status of others.
    const atEnd = await readDeck(walker, "frame_status = 'unreachable'");
    const first = dealt.findIndex((id) => unreachable.has(id) && atEnd.has(id));
    const late = first === -1 ? [] : dealt.slice(first);
    const isReachable = (id: string) => !unreachable.has(id) && !atEnd.has(id);
    faults.push(late.some(isReachable) && 'an app after an unreachable one');
    if (!walker.deck.startsWith('search:')) {
      const firstForeign = dealt.findIndex((id) => foreign.has(id) && isReachable(id));
      const isRead = (id: string) => isReachable(id) && !foreign.has(id);
      const after = firstForeign === -1 ? [] : dealt.slice(firstForeign);
      faults.push(after.some(isRead) && 'an app after one in a language that the viewer does not read');
    }
    const full = pages.filter(({ length }) => length > 0).slice(0, -1);
    faults.push(full.some(({ length }) => length < params.appsPerPage) && 'a page that is not full');
  }
  return { faults: faults.filter((fault) => fault !== false), pages: pages.length };
}

function someParams(random: Random, apps: number): AlgorithmParams {
  const pageSize = apps / pick(random, [1, 3, 7, 20]);
  return {
    algorithmType: pick(random, ['normal', 'normal', 'semi_simple', 'simple']),
    appsPerPage: PAGE_SIZES.find((size) => size >= pageSize) ?? 40,
    maxDiversityPool: 20,
    categoryDiversityEnabled: random() < 0.5,
    recycledContentThreshold: pick(random, [0, 10, 50, 100]),
    freshContentPriority: pick(random, [0, 50, 80, 100]),
  };
}

/** Pairs some apps. Votes on ten apps that are not approved, so that the member has the deck `for-you`. */
async function pairApps({ deps, clock }: TestApp, random: Random, { user }: Person): Promise<void> {
  await deps.pool.query(
    `INSERT INTO strongest_pairs SELECT one.id, array_agg(other.id), array_agg(random.lift) FROM apps AS one CROSS JOIN apps AS other
     CROSS JOIN LATERAL (SELECT get_byte(uuid_send(one.id), $1) * get_byte(uuid_send(other.id), $1) / 32512.0 AS lift) AS random
     WHERE one.id <> other.id AND random.lift > 0.4 GROUP BY one.id ON CONFLICT DO NOTHING`,
    [below(random, 6)],
  );
  await deps.pool.query(
    `WITH added AS (INSERT INTO apps (id, title, description, url, category, status)
       SELECT gen_random_uuid(), 'Not approved', 'x', 'https://' || gen_random_uuid() || '.example.org/', 'Games', 'rejected'
       FROM generate_series(1, 10) RETURNING id)
     INSERT INTO votes (id, app_id, user_id, vote_type, created_at) SELECT gen_random_uuid(), id, $1, 'down', $2 FROM added`,
    [user?.id, clock.now],
  );
}

/** Likes some apps as the member, so that the decks `liked` and `for-you` have cards. */
async function like(test: TestApp, random: Random, person: Person): Promise<void> {
  await test.deps.pool.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
     SELECT gen_random_uuid(), id, $1, 'up', $2::timestamptz - $3 * interval '1 minute' * row_number() OVER (ORDER BY id)
     FROM apps WHERE get_byte(uuid_send(id), 0) < 128 ON CONFLICT DO NOTHING`,
    [person.user?.id, test.clock.now, below(random, 2)],
  );
}

/**
 * Walks decks of a kind in worlds of this seed and the following ones. Returns the faults, the number of pages, and the number
 * of successful calls of all writers.
 */
export async function takeWalks(
  test: TestApp,
  deck: WalkedDeck,
  { count, firstSeed }: { count: number; firstSeed: number },
): Promise<{ faults: string[]; pages: number; calls: Map<string, number> }> {
  const calls = new Map<string, number>();
  const admin = await test.person('admin');
  const members = [await test.person('member'), await test.person('member')];
  await test.deps.pool.query("UPDATE users SET handle = NULL WHERE handle = 'walked'");
  await test.deps.pool.query("UPDATE users SET handle = 'walked' WHERE id = $1", [members[0]?.user?.id]);
  // Old enough for their likes to count in `trending`.
  await test.deps.pool.query("UPDATE users SET created_at = '2020-01-01', email_verified_at = '2020-01-01'");
  const faults: string[] = [];
  let [walks, pages] = [0, 0];
  for (let seed = firstSeed; walks < count; seed += 1) {
    const random = sequence(seed);
    const writers = new Writers(test, random, { admin, members, calls });
    const size = WORLD_SIZES[seed % WORLD_SIZES.length] ?? 0;
    await writers.fill(size);
    const [member, guest] = [await test.person('member'), await test.person('guest')];
    const isOfMembers = deck === 'liked' || deck === 'for-you';
    writers.voter = isOfMembers ? member : null;
    if (isOfMembers) await like(test, random, member);
    if (deck === 'for-you') await pairApps(test, random, member);
    writers.avoids = deck === 'for-you';
    for (let index = 0; index < WALKS_PER_WORLD && walks < count; index += 1) {
      const traffic = TRAFFICS[index % TRAFFICS.length] ?? 'all';
      const person = index % 3 === 0 && !isOfMembers ? guest : member;
      writers.viewer = person;
      if (random() < 0.3) await writers.hide();
      const languages = random() < 0.5 ? null : pick(random, [['de'], ['en', 'fr'], ['ja']]);
      await test.deps.pool.query('UPDATE users SET reads_languages = $2 WHERE id = $1', [
        person.user?.id,
        languages,
      ]);
      const walker = { deck, test, random, writers, traffic, person };
      const params = someParams(random, size);
      await setSettings(test, algorithmKind, params);
      const taken = await walk(walker, params).catch((error: unknown) => {
        throw new Error(`seed ${seed}, walk ${index}`, { cause: error });
      });
      faults.push(
        ...taken.faults.map(
          (fault) => `${deck}, seed ${seed}, walk ${index}, ${params.algorithmType}, ${traffic}: ${fault}`,
        ),
      );
      pages += taken.pages;
      walks += 1;
    }
  }
  return { faults, pages, calls };
}
