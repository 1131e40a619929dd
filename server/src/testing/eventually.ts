import { vi } from 'vitest';

const INTERVAL_MS = 25;

/** Waits until the check passes and returns its result. Jobs are polled once a second, which takes five on busy cores. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: INTERVAL_MS });

/** Waits longer: for processes and databases that start, stop, fail over or were killed. */
export const withinMinute = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: INTERVAL_MS });
