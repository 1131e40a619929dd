import type { TestApp } from '../../testing/test-app.ts';
import { FRONTIER_FROM } from './unseen/read-unseen.ts';
import { type Traffic, type Walk, World } from './walks.fixture.ts';

const WALKS_PER_WORLD = 8;
/** In the largest the member has seen so much that a frontier is kept of it. */
const SIZES = [5, 12, 30, 60, 8, 20, 45, 12, 30, 8, 20, 330];
const traffics: readonly Traffic[] = ['none', 'all', 'second tab', 'all'];

/** What is wrong with the walk, in words; nothing is. */
function faultsOf({ traffic, viewer, params, pages, owed, unreachable }: Walk, isExact: boolean): string[] {
  const dealt = pages.flat();
  const given = new Set(dealt);
  const missing = [...owed].filter((id) => !given.has(id));
  // What a replica takes for under way, such as the server's own upkeep, has apps dealt twice.
  const isQuiet = traffic === 'none' && isExact;
  const firstUnreachable = dealt.findIndex((id) => unreachable.has(id));
  const after =
    firstUnreachable === -1 ? [] : dealt.slice(firstUnreachable).filter((id) => !unreachable.has(id));
  const faults = [
    missing.length > 0 && `misses ${missing.length} of ${owed.size}`,
    pages.some((page) => new Set(page).size < page.length) && 'an app twice in a page',
    isQuiet && given.size < dealt.length && `gives ${dealt.length - given.size} twice`,
    isQuiet &&
      pages.slice(0, -1).some(({ length }) => length < params.appsPerPage) &&
      'a page that is not full',
    traffic !== 'all' && isExact && after.length > 0 && `${after.length} after an unreachable one`,
  ];
  const who = `${viewer}, ${params.algorithmType}, ${traffic}`;
  return faults.filter((fault) => fault !== false).map((fault) => `${who}: ${fault}`);
}

/** Walks so many decks in worlds of this seed and those after it; what was wrong with them, and how many pages they had. */
export async function takeWalks(
  test: TestApp,
  count: number,
  firstSeed: number,
): Promise<{ faults: string[]; pages: number }> {
  const adminId = (await test.person('admin')).user?.id ?? '';
  const faults: string[] = [];
  let [walks, pages] = [0, 0];
  for (let seed = firstSeed; walks < count; seed += 1) {
    const world = new World(test, adminId, seed);
    const size = SIZES[seed % SIZES.length] ?? 0;
    await world.fill(size);
    const regular = (await test.person('member')).user?.id ?? '';
    const guest = (await test.person('guest')).user?.id ?? '';
    if (size > FRONTIER_FROM) await world.seeMost(regular);
    for (let index = 0; index < WALKS_PER_WORLD; index += 1) {
      const traffic = traffics[index % traffics.length] ?? 'all';
      const isGuest = index % 3 === 0;
      const walk = await world.walk(
        traffic,
        isGuest ? 'guest' : 'member',
        isGuest ? guest : regular,
        10 * size + 100,
      );
      faults.push(
        ...faultsOf(walk, !test.deps.reads.hasReplicas).map(
          (fault) => `seed ${seed}, walk ${index}, ${fault}`,
        ),
      );
      pages += walk.pages.length;
      walks += 1;
    }
  }
  return { faults, pages };
}
