import { totalmem } from 'node:os';
import { expect, test, vi } from 'vitest';
import { cacheSize, usableMemory } from './cache-size.ts';

const MB = 2 ** 20;

test.each([
  [256, '128MB'],
  [512, '128MB'],
  [1_000, '250MB'],
  [4_096, '1024MB'],
  [65_536, '2048MB'],
])('of %i MB a quarter, within bounds: %s', (memory, size) => {
  expect(cacheSize(memory * MB)).toBe(size);
});

test.each([
  ['allows less', 256 * MB, 256 * MB],
  ['is not known', 0, totalmem()],
  ['does not limit it', 2 ** 64, totalmem()],
])('where a container %s, so much memory is usable', (_what, allowed, usable) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValueOnce(allowed);
  expect(usableMemory()).toBe(usable);
});
