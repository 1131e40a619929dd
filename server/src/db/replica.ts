import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Db, one, openDatabase } from './client.ts';
import { isRolledBack } from './constraints.ts';
import { isDatabaseAway } from './database-away.ts';
import { hasReached, LOG_POSITION, type LogPosition, IDENTITY, type PrimaryLog } from './log-position.ts';

const POLL_MS = 100;
const AWAY_POLL_MS = 1_000;
const HEARD_WITHIN_MS = 1_000;
const BEHIND_MAX_MS = 30_000;
const STATEMENT_MS = 2_000;
const PAUSE_MS = 5_000;

const REPLICA_STATE = {
  name: 'replica_state',
  text: `SELECT pg_is_in_recovery() AS "isReplica", ${IDENTITY} AS identity, ${LOG_POSITION} AS position`,
};

interface ReplicaState {
  isReplica: boolean;
  identity: string;
  position: LogPosition;
}

export interface Replica {
  name: string;
  db: Db;
  reads: number;
  lagSeconds: () => number | undefined;
  serves: (after: LogPosition | null | undefined) => boolean;
  /** Stops using the replica for a while if the error shows that it is unreachable or slow. */
  blame(error: unknown): void;
  stop(): Promise<void>;
}

function replicaNameOf(url: string): string {
  const { host, searchParams } = new URL(url);
  const port = searchParams.get('port');
  return searchParams.has('host') ? `${searchParams.get('host')}${port === null ? '' : `:${port}`}` : host;
}

export function followReplica(
  url: string,
  connectionsMax: number,
  primary: PrimaryLog,
  onChange: (name: string, reason: string | undefined) => void,
): Replica {
  const waits: pg.PoolConfig = {
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: HEARD_WITHIN_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
  };
  const { db, pool } = openDatabase(waits, () => undefined);
  const name = replicaNameOf(url);
  const stopping = new AbortController();
  let heard: { atMs: number; position: LogPosition } | undefined;
  let wholeAtMs: number | undefined;
  let pausedUntilMs = 0;
  let reason: string | undefined = 'it has not been asked';

  const lagMs = (): number | undefined => wholeAtMs && performance.now() - wholeAtMs;

  const faultOf = ({ isReplica, identity, position }: ReplicaState): string | undefined => {
    if (identity !== primary.identity()) return 'it is another database than the primary’s';
    if (!isReplica) return 'it is no replica';
    wholeAtMs = primary.reachedAtMs(position) ?? wholeAtMs;
    return (lagMs() ?? Infinity) > BEHIND_MAX_MS ? 'it is too far behind' : undefined;
  };

  const poll = async (): Promise<string | undefined> => {
    if (primary.identity() === undefined) return reason;
    const atMs = performance.now();
    try {
      const state = one((await pool.query<ReplicaState>(REPLICA_STATE)).rows);
      heard = { atMs, position: state.position };
      return faultOf(state);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const now = await poll();
      if (stopping.signal.aborted) return;
      if (now !== reason) onChange(name, now);
      reason = now;
      const waitMs = now === undefined ? POLL_MS : AWAY_POLL_MS;
      await delay(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const followed = follow();

  return {
    name,
    db,
    reads: 0,
    lagSeconds() {
      const lag = lagMs();
      return lag === undefined ? undefined : lag / 1_000;
    },
    serves(after) {
      const nowMs = performance.now();
      if (reason !== undefined || !heard) return false;
      if (nowMs - heard.atMs > HEARD_WITHIN_MS || nowMs < pausedUntilMs) return false;
      return typeof after !== 'string' || hasReached(heard.position, after);
    },
    blame(error) {
      if (isRolledBack(error)) return;
      if (error instanceof Error && isDatabaseAway(error)) pausedUntilMs = performance.now() + PAUSE_MS;
    },
    async stop() {
      stopping.abort();
      await followed;
      await pool.close();
    },
  };
}
