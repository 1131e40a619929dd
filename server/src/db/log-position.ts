import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import type pg from 'pg';
import { sql } from 'drizzle-orm';
import { type Db, one } from './client.ts';
import { run } from './statement.ts';
import { inTransaction } from './transaction.ts';

/** `timeline:lsn`. A replica here has replayed all earlier commits. A failover starts a timeline, which repeats numbers. */
export const LogPosition = z.string().check(z.regex(/^\d{1,10}:[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/));
export type LogPosition = z.infer<typeof LogPosition>;

const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint";

/** SQL on a primary: a position after all commits so far. */
export const END_OF_LOG = `concat(${TIMELINE}, ':', pg_current_wal_insert_lsn())`;

/** SQL: the durable or replayed end of the log. Without permission, a replica uses the timeline of its checkpoint. */
export const LOG_POSITION = `CASE WHEN pg_is_in_recovery()
    THEN concat(coalesce((SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint())),
      ':', pg_last_wal_replay_lsn())
    ELSE concat(${TIMELINE}, ':', pg_current_wal_flush_lsn())
  END`;

export async function readLogPosition(db: Db): Promise<LogPosition> {
  const rows = await run<{ position: LogPosition }>(db, {
    text: `SELECT ${LOG_POSITION} AS position`,
    values: [],
  });
  return one(rows).position;
}

const HALF = 2 ** 32;

function partsOf(position: LogPosition): [timeline: number, byte: number] {
  const [timeline = '', high = '', low = ''] = position.split(/[:/]/);
  return [Number(timeline), Number.parseInt(high, 16) * HALF + Number.parseInt(low, 16)];
}

/** Returns true if `position` has reached `other`. A new timeline continues the numbers, so both are compared. */
export function hasReached(position: LogPosition, other: LogPosition): boolean {
  const [timeline, byte] = partsOf(position);
  const [otherTimeline, otherByte] = partsOf(other);
  return timeline >= otherTimeline && byte >= otherByte;
}

const SAMPLE_MS = 500;
const KEPT_MS = 60_000;

/** SQL: identifies the database. Equal on a primary and its replicas. */
export const IDENTITY = `concat((SELECT system_identifier FROM pg_control_system()), '/', current_database())`;

const PRIMARY_STATE = {
  name: 'primary_state',
  text: `SELECT ${IDENTITY} AS identity, ${LOG_POSITION} AS position`,
};

export interface PrimaryLog {
  identity(): string | undefined;
  /** Returns a time of `performance.now()`, or undefined if it is too long ago. */
  reachedAtMs(position: LogPosition): number | undefined;
  stop(): void;
}

export function watchPrimaryLog(pool: pg.Pool): PrimaryLog {
  const stopping = new AbortController();
  let identity: string | undefined;
  let samples: { atMs: number; position: LogPosition }[] = [];

  const sample = async (): Promise<void> => {
    const atMs = performance.now();
    const state = one((await pool.query<{ identity: string; position: LogPosition }>(PRIMARY_STATE)).rows);
    identity = state.identity;
    samples = [...samples.filter((old) => atMs - old.atMs < KEPT_MS), { atMs, position: state.position }];
  };
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
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

/** Deletes positions if the database moved to another server, where they mean nothing. Returns true then. */
export async function dropForeignLogPositions(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ is_first: boolean }>(sql`
      UPDATE catalogue SET system_identifier = here.identifier
      FROM (SELECT system_identifier IS NULL AS is_first, CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
          THEN (SELECT system_identifier::text FROM pg_control_system())
          ELSE pg_postmaster_start_time()::text END AS identifier FROM catalogue) AS here
      WHERE catalogue.system_identifier IS DISTINCT FROM here.identifier
      RETURNING here.is_first`);
    if (rows[0]?.is_first !== false) return false;
    for (const table of [sql`sessions`, sql`api_tokens`])
      await tx.execute(sql`UPDATE ${table} SET log_position = NULL WHERE log_position IS NOT NULL`);
    return true;
  });
}
