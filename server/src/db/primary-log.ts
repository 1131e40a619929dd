import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { one } from './client.ts';
import { hasReached, LOG_POSITION, type LogPosition } from './log-position.ts';

const SAMPLE_MS = 500;
const KEPT_MS = 60_000;

/** SQL: identifies the database, equal on a primary and its replicas. */
export const IDENTITY = `concat((SELECT system_identifier FROM pg_control_system()), '/', current_database())`;

const STATE = { name: 'primary_state', text: `SELECT ${IDENTITY} AS identity, ${LOG_POSITION} AS position` };

export interface PrimaryLog {
  identity(): string | undefined;
  /** Returns a time of `performance.now()`; undefined if it is too long ago. */
  reachedAtMs(position: LogPosition): number | undefined;
  stop(): void;
}

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
      // Other code reports that the primary is unavailable.
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
