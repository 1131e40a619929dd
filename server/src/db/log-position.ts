import * as z from 'zod/mini';
import { type Db, one } from './client.ts';
import { run } from './statement.ts';

/**
 * How far a PostgreSQL has come, as `timeline:lsn` of its log. A replica that has reached a position has replayed all that
 * was committed before the primary stood there. The timeline counts failovers: behind one, numbers of the log come again.
 */
export const LogPosition = z.string().check(z.regex(/^\d{1,10}:[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/));
export type LogPosition = z.infer<typeof LogPosition>;

const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint";

/** On a primary: behind all that was committed by now, durable or not. What the statement itself commits makes it so. */
export const END_OF_LOG = `concat(${TIMELINE}, ':', pg_current_wal_insert_lsn())`;

/**
 * How far the log is durable, or on a replica replayed: behind all that the statement sees, and nothing that a replica could
 * not have yet because it waits for a commit. A replica that may not be asked what it receives knows its timeline from its last checkpoint, and
 * then counts as behind until the next.
 */
export const LOG_POSITION = `CASE WHEN pg_is_in_recovery()
    THEN concat(coalesce((SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint())),
      ':', pg_last_wal_replay_lsn())
    ELSE concat(${TIMELINE}, ':', pg_current_wal_flush_lsn())
  END`;

/** Where the database stands now: it has come at least that far, and whatever was read from it before lies behind. */
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

/**
 * Whether whoever stands at the one position has replayed up to the other. A new timeline counts on from where it left the
 * old one, so both numbers must be as high.
 */
export function hasReached(position: LogPosition, other: LogPosition): boolean {
  const [timeline, byte] = partsOf(position);
  const [otherTimeline, otherByte] = partsOf(other);
  return timeline >= otherTimeline && byte >= otherByte;
}
