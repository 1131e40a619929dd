import { expect, test } from 'vitest';
import { keyOf, pagePath, readPagePath, slugOf } from './page-address.ts';

const id = '01935f4e-1c2a-7d3b-8a4c-0123456789ab';

test.each([
  ['Tiny Piano', 'tiny-piano'],
  ['  Crème Brûlée & Co. ', 'creme-brulee-co'],
  ['Straße Øst Łódź', 'strasse-ost-lodz'],
  ['２０４８', '2048'],
  ['猫のピアノ', ''],
  ['🎹', ''],
  ['../../etc/passwd?x#y%2f', 'etc-passwd-x-y-2f'],
  ['a'.repeat(59) + ' bc', 'a'.repeat(59)],
])('slugOf %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test.each(['Tiny Piano', '猫', '0123456789'])('readPagePath finds the id in the path of %s', (title) => {
  const path = pagePath({ id, title });
  expect(path).toMatch(/^\/a\/[\w-]*[0-9a-v]{10}$/);
  expect(readPagePath(path.slice('/a/'.length))).toEqual({ key: keyOf(id), slug: slugOf(title) });
});

test.each(['', 'x', 'tiny-piano', 'zzzzzzzzzz', 'vvvvvvvvvv', 'a'.repeat(9)])(
  'readPagePath rejects %j',
  (name) => {
    expect(readPagePath(name)).toBeUndefined();
  },
);
