import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
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

test('no more memory is usable than the machine has', () => {
  expect(usableMemory()).toBeGreaterThan(0);
  expect(usableMemory()).toBeLessThanOrEqual(totalmem());
});
