import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { one } from './client.ts';
import { hasReached, LOG_POSITION, type LogPosition } from './log-position.ts';

const SAMPLE_MS = 500;
/** More than any replica may be behind. */
const KEPT_MS = 60_000;

/** Which database of which cluster it is, the same on a primary and its replicas. */
export const IDENTITY = `concat((SELECT system_identifier FROM pg_control_system()), '/', current_database())`;

const STATE = { name: 'primary_state', text: `SELECT ${IDENTITY} AS identity, ${LOG_POSITION} AS position` };

/** Where the primary's log stood in the last minute, by this machine's clock: what says how late a replica is. */
export interface PrimaryLog {
  /** Undefined until the primary has answered once. */
  identity(): string | undefined;
  /** The last moment, of `performance.now()`, up to which whoever stands there has all; undefined when that is longer ago. */
  reachedAtMs(position: LogPosition): number | undefined;
  stop(): void;
}

/** Begins to note where the primary's log stands, twice a second. */
export function watchPrimaryLog(pool: pg.Pool): PrimaryLog {
  const stopping = new AbortController();
  let identity: string | undefined;
  let samples: { atMs: number; position: LogPosition }[] = [];

  const sample = async (): Promise<void> => {
    const atMs = performance.now();
    const state = one((await pool.query<{ identity: string; position: LogPosition }>(STATE)).rows);
    identity = state.identity;
    samples = [...samples.filter((old) => atMs - old.atMs < KEPT_MS), { atMs, position: state.position }];
  };
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A primary that is away is for others to tell.
      await sample().catch(() => undefined);
      await delay(SAMPLE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();

  return {
    identity: () => identity,
    reachedAtMs(position) {
      const last = samples.findLastIndex((old) => hasReached(position, old.position));
      return last === samples.length - 1 ? performance.now() : samples[last]?.atMs;
    },
    stop: () => stopping.abort(),
  };
}
