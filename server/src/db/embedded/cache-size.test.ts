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
])('cacheSize of %i MB is a quarter within bounds: %s', (memory, size) => {
  expect(cacheSize(memory * MB)).toBe(size);
});

test.each([
  ['has a lower limit', 256 * MB, 256 * MB],
  ['has an unknown limit', 0, totalmem()],
  ['has no limit', 2 ** 64, totalmem()],
])('usableMemory respects a container that %s', (_what, allowed, usable) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValueOnce(allowed);
  expect(usableMemory()).toBe(usable);
});
