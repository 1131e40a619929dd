import { totalmem } from 'node:os';

const MB = 2 ** 20;
/** What PostgreSQL takes by default, and more than a catalogue of a million apps keeps busy. */
const LEAST_MB = 128;
const MOST_MB = 2_048;

/**
 * The `shared_buffers` for a machine with so many bytes of memory, as PostgreSQL writes it: a quarter, because the rest
 * is for its backends, the kernel's own cache and us. Of what is not needed only a hundredth is ever touched.
 */
export function cacheSize(memory: number): string {
  return `${Math.min(Math.max(Math.floor(memory / 4 / MB), LEAST_MB), MOST_MB)}MB`;
}

/** The bytes that this process and its children may use: the machine's, unless a container allows less. */
export function usableMemory(): number {
  // 0 where it is not known, more than there is where nothing limits it.
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
