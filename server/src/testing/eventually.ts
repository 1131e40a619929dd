import { vi } from 'vitest';

/** Generous, because test machines may be busy. */
const LIMIT = { timeout: 60_000, interval: 25 };

/** Waits until the check passes and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, LIMIT);
