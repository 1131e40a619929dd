import * as z from 'zod/mini';
import type { Use } from './statement.ts';

/** More transactions than this are not under way at once, and a cursor has room for as many. */
const UNDER_WAY_MAX = 250;

/** PostgreSQL leaves out what would be zero in the 32 bits that it stores in rows. */
const isTransaction = (xid: number) => Number.isSafeInteger(xid) && xid % 2 ** 32 > 0;

/**
 * Which transactions had ended, as a cursor keeps it: the first that had not, then how far from there the next new one
 * and the others under way are, ascending.
 */
export const Snapshot = z.array(z.int().check(z.gte(0))).check(
  z.minLength(2),
  z.maxLength(UNDER_WAY_MAX + 2),
  z.refine(
    ([xmin = 0, length = 0, ...underWay]) =>
      [0, length, ...underWay].every((xid) => isTransaction(xmin + xid)) &&
      underWay.every((xid, index) => xid < length && xid >= (underWay[index - 1] ?? 0)),
  ),
);
export type Snapshot = z.infer<typeof Snapshot>;

/**
 * What a statement sees, as text. A replica does not tell which transactions it takes for under way, so all from the first
 * of them on count as not ended there.
 */
export const CURRENT_SNAPSHOT = `CASE WHEN pg_is_in_recovery()
    THEN concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':')
    ELSE pg_current_snapshot()::text END`;

/** What PostgreSQL writes of a snapshot. Of too many under way, the later ones and all behind them count as not ended. */
export function snapshotIn(text: string): Snapshot {
  const [xmin = 1, xmax = 1, ...underWay] = text.split(/[:,]/).filter(Boolean).map(Number);
  const end = underWay[UNDER_WAY_MAX] ?? xmax;
  return [xmin, end - xmin, ...underWay.slice(0, UNDER_WAY_MAX).map((xid) => xid - xmin)];
}

/** The snapshot as SQL. */
export function snapshotOf(use: Use, [xmin = 0, length = 0, ...underWay]: Snapshot): string {
  const text = `${xmin}:${xmin + length}:${underWay.map((xid) => xmin + xid).join(',')}`;
  return `${use(text)}::pg_snapshot`;
}

/** The number of the first transaction that had not ended. */
export const firstOpenIn = ([xmin = 0]: Snapshot): string => String(xmin);

/**
 * Whether the transaction in the column ended after the snapshot; not so where there is none, nor where its number is one
 * that this PostgreSQL has not given out: then the row came with a dump from another.
 */
export const isSince = (use: Use, column: string, snapshot: Snapshot): string =>
  `(pg_visible_in_snapshot(${column}, ${snapshotOf(use, snapshot)}) IS FALSE AND ${column} < pg_snapshot_xmax(pg_current_snapshot()))`;
