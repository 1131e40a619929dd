import { describe, expect, test } from 'vitest';
import { sequence } from '../../../testing/random.ts';
import { findGroups } from './find-groups.ts';
import type { Likes } from './likes.ts';

interface Crowd {
  accounts: number;
  apps: number;
  /** Likes of each account, of apps whose popularity follows a power law. */
  likes: number;
}

const times = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));

/** Honest likes, and likes of the first accounts for the given apps. Four apps have one maker. */
function makeLikes(
  { accounts, apps, likes }: Crowd,
  added: readonly (readonly [number, number])[],
  seed = 39,
): Likes {
  const random = sequence(seed);
  const honest = times(accounts, (account) =>
    times(likes, () => [account, Math.floor(apps * random() ** 3)] as const),
  ).flat();
  const all = [...new Map([...honest, ...added].map((one) => [one.join(), one])).values()];
  return {
    accounts,
    makers: Int32Array.from({ length: apps }, (_, app) => app >> 2),
    accountOf: Int32Array.from(all, ([account]) => account),
    appOf: Int32Array.from(all, ([, app]) => app),
  };
}

function groupsOf(likes: Likes): number[][] {
  return findGroups(likes).map(({ members }) =>
    members.map(({ account }) => account).toSorted((a, b) => a - b),
  );
}

const crowd = { accounts: 3_000, apps: 2_000, likes: 20 };
/** Each app has another maker. */
const ringApps = times(20, (n) => 800 + 8 * n);
const ring = (members: number, apps = ringApps) =>
  times(members, (account) => apps.map((app) => [account, app] as const)).flat();

test('finds a ring, and no honest account', () => {
  expect(groupsOf(makeLikes(crowd, ring(30)))).toEqual([times(30, (account) => account)]);
});

test('finds a ring whose accounts leave out a fifth of the apps', () => {
  const random = sequence(3);
  const careless = ring(40).filter(() => random() < 0.8);
  const [found = []] = groupsOf(makeLikes(crowd, careless));
  expect(found.length).toBeGreaterThan(34);
  expect(Math.max(...found)).toBeLessThan(40);
});

test('finds no group among honest accounts, nor in an empty instance', () => {
  expect(groupsOf(makeLikes(crowd, []))).toEqual([]);
  expect(groupsOf(makeLikes({ accounts: 0, apps: 0, likes: 0 }, []))).toEqual([]);
});

test('does not mark fans who like all apps of a few makers', () => {
  const apps = times(7 * 4, (n) => 800 + n);
  expect(groupsOf(makeLikes(crowd, ring(30, apps)))).toEqual([]);
});

test('does not mark friends with the same taste in a small instance', () => {
  const small = { accounts: 200, apps: 200, likes: 10 };
  // Five circles of friends, each of which likes most of the same 25 apps.
  const random = sequence(7);
  const friends = times(200, (account) =>
    times(25, (n) => [account, (account % 5) * 32 + ((n * 4) % 100)] as const),
  )
    .flat()
    .filter(() => random() < 0.8);
  expect(groupsOf(makeLikes(small, friends))).toEqual([]);
});

describe.each([1, 2, 3, 4, 5])('in an instance of 116 accounts, with seed %i', (seed) => {
  const small = { accounts: 116, apps: 357, likes: 20 };
  const bought = times(14, (n) => 60 + 16 * n);

  test('finds ten accounts that like the same fourteen apps, and no others', () => {
    expect(groupsOf(makeLikes(small, ring(10, bought), seed))).toEqual([times(10, (account) => account)]);
  });

  test('marks no honest account, fan or friend', () => {
    expect(groupsOf(makeLikes(small, [], seed))).toEqual([]);
    const apps = times(4 * 4, (n) => 60 + n);
    expect(groupsOf(makeLikes(small, ring(10, apps), seed))).toEqual([]);
    const random = sequence(seed);
    const friends = ring(
      10,
      times(20, (n) => 60 + 8 * n),
    ).filter(() => random() < 0.7);
    expect(groupsOf(makeLikes(small, friends, seed))).toEqual([]);
  });
});

test('does not mark members of a scene who like some of its apps', () => {
  const random = sequence(5);
  const scene = times(60, (n) => 400 + 8 * n);
  const likes = times(300, (account) =>
    scene.filter((_, n) => random() < 0.9 * (1 - n / 60)).map((app) => [account, app] as const),
  );
  expect(groupsOf(makeLikes(crowd, likes.flat()))).toEqual([]);
});

test('finds a ring of 30 in a small instance where accounts like a large share of all apps', () => {
  const dense = { accounts: 1_000, apps: 1_000, likes: 30 };
  const bought = times(20, (n) => 200 + 8 * n);
  expect(groupsOf(makeLikes(dense, ring(30, bought)))).toEqual([times(30, (account) => account)]);
});
