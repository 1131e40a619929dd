import { vi } from 'vitest';

/** Far above what anything takes, for machines that are busy with other things. */
const LIMIT = { timeout: 60_000, interval: 25 };

/** Waits until the check passes, no longer than that takes, and returns what it returns. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, LIMIT);
