import { totalmem } from 'node:os';

const MB = 2 ** 20;
const LEAST_MB = 128;
const MOST_MB = 2_048;

/** Returns a quarter of the memory. PostgreSQL uses only what it needs. */
export function cacheSize(memory: number): string {
  return `${Math.min(Math.max(Math.floor(memory / 4 / MB), LEAST_MB), MOST_MB)}MB`;
}

export function usableMemory(): number {
  // 0 if unknown, and a huge number without a limit.
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
