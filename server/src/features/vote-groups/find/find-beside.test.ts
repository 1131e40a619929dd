import { expect, test } from 'vitest';
import { findBeside } from './find-groups.job.ts';
import type { Likes } from './likes.ts';

/** Six accounts like the same ten apps of ten makers. 994 others like one of 90 apps each. */
function likesOfRing(): Likes {
  const ring = Array.from({ length: 60 }, (_, place) => [place % 6, Math.floor(place / 6)] as const);
  const others = Array.from({ length: 994 }, (_, place) => [6 + place, 10 + (place % 90)] as const);
  const all = [...ring, ...others];
  return {
    accounts: 1_000,
    makers: Int32Array.from({ length: 100 }, (_, app) => app),
    accountOf: Int32Array.from(all, ([account]) => account),
    appOf: Int32Array.from(all, ([, app]) => app),
  };
}

test('a thread finds groups', async () => {
  const groups = await findBeside(likesOfRing(), () => false);
  expect(groups?.map(({ members }) => members.map(({ account }) => account))).toEqual([[0, 1, 2, 3, 4, 5]]);
});

test('a thread ends early if the job is over', async () => {
  const millions = Int32Array.from({ length: 4_000_000 }, (_, place) => (place * 7_919) % 100_000);
  const likes = {
    accounts: 100_000,
    makers: millions.slice(0, 100_000),
    accountOf: millions,
    appOf: millions.toReversed(),
  };
  let looks = 0;
  expect(await findBeside(likes, () => (looks += 1) > 1)).toBeUndefined();
});

test('rejects if the thread fails', async () => {
  const likes = { ...likesOfRing(), accounts: -1 };
  await expect(findBeside(likes, () => false)).rejects.toThrow('Invalid typed array length');
});
