import * as z from 'zod/mini';
import { type Db, one } from './client.ts';
import { run } from './statement.ts';

/** `timeline:lsn`. A replica there has replayed all earlier commits. Failovers start timelines, which repeat numbers. */
export const LogPosition = z.string().check(z.regex(/^\d{1,10}:[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/));
export type LogPosition = z.infer<typeof LogPosition>;

const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint";

/** SQL on a primary: a position behind all commits so far. */
export const END_OF_LOG = `concat(${TIMELINE}, ':', pg_current_wal_insert_lsn())`;

/** SQL: the durable or replayed end of the log. Without permission, a replica takes the timeline of its checkpoint. */
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

/** Returns whether a database at one position has reached the other. A new timeline continues the numbers, so both are compared. */
export function hasReached(position: LogPosition, other: LogPosition): boolean {
  const [timeline, byte] = partsOf(position);
  const [otherTimeline, otherByte] = partsOf(other);
  return timeline >= otherTimeline && byte >= otherByte;
}
