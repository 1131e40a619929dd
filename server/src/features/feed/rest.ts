import { type Db, one } from '../../db/client.ts';
import * as z from 'zod/mini';
import { run, type Statement, unplanned, type Use, write } from '../../db/statement.ts';
import { Time } from './dealt.ts';
import { CURRENT_SNAPSHOT, isSince, Snapshot, snapshotIn, snapshotOf } from '../../db/snapshot.ts';
import { IS_APPROVED, IS_IN_ORDER, isoOf } from './order.ts';

/** All of the rest is dealt in the order of approval, in which nothing comes to stand behind where a deck is. */
const after = z.int().check(z.gte(0));

/**
 * What a deck deals when the order of its algorithm is at its end, one part after the other:
 * - `moved`: what changed its place since the deck began (`asOf`), and, if recycling has lost some of it, what was seen
 *   again since;
 * - `unreachable`: what nobody has found at its address;
 * - `last`: what changed since the first of these parts began (`began`), whatever it is now;
 * - `ended`: what was approved since the end.
 *
 * So nothing is missed. What the whole rest leaves as it is was dealt in the order, or as moved or unreachable; what
 * changes while it lasts is dealt at last, also when it changes again and again: its number does not.
 */
export const Rest = z.discriminatedUnion('rest', [
  z.object({
    rest: z.literal('moved'),
    asOf: Snapshot,
    began: z.nullable(Snapshot),
    seenAgainFrom: z.nullable(Time),
    after,
  }),
  z.object({ rest: z.literal('unreachable'), began: Snapshot, after }),
  z.object({ rest: z.literal('last'), began: Snapshot, after }),
  z.object({ rest: z.literal('ended'), after }),
]);
export type Rest = z.infer<typeof Rest>;

/** The beginning of the rest of a deck that began with the snapshot. */
export function startRest(asOf: Snapshot, seenAgainFrom: number | null): Rest {
  return { rest: 'moved', asOf, began: null, seenAgainFrom, after: 0 };
}

/** So many changed apps are gathered and put in order; where there are more, walking past the others costs less. */
const GATHERED_MAX = 2_000;

/** No transaction's number will ever be this high. */
const NO_XID = '18446744073709551615';

interface Asked {
  viewerId: string;
  /** On the page already. */
  taken: readonly string[];
  limit: number;
}

const COLUMNS = 'apps.id, apps.approval_no';

function isWanted(use: Use, { after: from }: Rest, { taken }: Asked): string {
  return `apps.approval_no > ${unplanned(`${use(from)}::bigint`)} AND apps.id <> ALL (${unplanned(`${use(taken)}::uuid[]`)}::uuid[])`;
}

/** The approved apps that changed since the snapshot, in the order of approval. */
function moved(use: Use, asOf: Snapshot, condition: string, wanted: string, limit: string): string {
  const hasMoved = isSince(use, 'apps.moved_xid', asOf);
  return `WITH all_apps AS MATERIALIZED (SELECT ${isSince(use, 'all_moved_xid', asOf)} AS moved FROM catalogue),
    gathered AS MATERIALIZED (
      SELECT ${COLUMNS} FROM apps
      WHERE NOT (SELECT moved FROM all_apps) AND apps.moved_xid >= pg_snapshot_xmin(${snapshotOf(use, asOf)})
        AND apps.moved_xid < ${unplanned(`'${NO_XID}'::xid8`)} AND ${hasMoved} AND ${condition}
      ORDER BY apps.moved_xid LIMIT ${GATHERED_MAX + 1}
    ),
    many AS MATERIALIZED (SELECT (SELECT moved FROM all_apps) OR count(*) > ${GATHERED_MAX} AS are FROM gathered)
    SELECT ${COLUMNS} FROM gathered AS apps WHERE NOT (SELECT are FROM many) AND ${wanted}
    UNION ALL (
      SELECT ${COLUMNS} FROM apps WHERE (SELECT are FROM many) AND ${condition} AND ${wanted}
        AND ((SELECT moved FROM all_apps) OR ${hasMoved})
      ORDER BY apps.approval_no LIMIT ${limit}
    )`;
}

/** What the viewer had seen when the deck began and has seen again since. */
function seenAgain(use: Use, { viewerId }: Asked, asOf: Snapshot, from: number, wanted: string): string {
  return `SELECT apps.* FROM seen_apps CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM apps WHERE apps.id = seen_apps.app_id AND ${IS_IN_ORDER} OFFSET 0
    ) AS apps
    WHERE seen_apps.user_id = ${unplanned(`${use(viewerId)}::uuid`)}
      AND seen_apps.last_viewed_at >= ${unplanned(`${use(isoOf(from))}::timestamptz`)}
      AND (${isSince(use, 'seen_apps.seen_xid', asOf)}) IS NOT TRUE AND ${wanted}`;
}

function listOf(use: Use, rest: Rest, asked: Asked, limit: string): string {
  const wanted = isWanted(use, rest, asked);
  if (rest.rest === 'moved') {
    const all = moved(use, rest.asOf, IS_IN_ORDER, wanted, limit);
    if (rest.seenAgainFrom === null) return all;
    return `(${all}) UNION ${seenAgain(use, asked, rest.asOf, rest.seenAgainFrom, wanted)}`;
  }
  if (rest.rest === 'last') return moved(use, rest.began, IS_APPROVED, wanted, limit);
  const condition =
    rest.rest === 'unreachable' ? `${IS_APPROVED} AND apps.frame_status = 'unreachable'` : IS_APPROVED;
  return `SELECT ${COLUMNS} FROM apps WHERE ${condition} AND ${wanted} ORDER BY apps.approval_no LIMIT ${limit}`;
}

/** The next apps of this part of the rest, with the snapshot that they were read from and the last approval in it. */
export function restStatement(rest: Rest, asked: Asked): Statement {
  return write((use) => {
    const limit = unplanned(`${use(asked.limit)}::int`);
    return `SELECT (SELECT json_agg(json_build_array(id, approval_no)) FROM (
        SELECT * FROM (${listOf(use, rest, asked, limit)}) AS found ORDER BY approval_no LIMIT ${limit}
      ) AS listed) AS apps,
      ${CURRENT_SNAPSHOT} AS "asOf",
      (SELECT apps.approval_no::float8 FROM apps WHERE ${IS_APPROVED} ORDER BY apps.approval_no DESC LIMIT 1) AS last`;
  });
}

interface RestRow {
  apps: [id: string, approvalNo: number][] | null;
  asOf: string;
  last: number | null;
}

/** The same part from there on; from its first page on, it is known when the rest began. */
const goOn = (rest: Rest, to: number, { asOf }: RestRow): Rest =>
  rest.rest === 'moved'
    ? { ...rest, after: to, began: rest.began ?? snapshotIn(asOf) }
    : { ...rest, after: to };

/** What comes after all of this part was dealt. */
function nextPart(rest: Rest, { last, asOf }: RestRow): Rest {
  if (rest.rest === 'moved') return { rest: 'unreachable', began: rest.began ?? snapshotIn(asOf), after: 0 };
  if (rest.rest === 'unreachable') return { rest: 'last', began: rest.began, after: 0 };
  return { rest: 'ended', after: Math.max(last ?? 0, rest.rest === 'ended' ? rest.after : 0) };
}

/** The ids of a page, and what the next page is dealt from; at the end of the deck, what is approved from then on. */
export interface DealtIds<Next = Rest> {
  ids: string[];
  next: Next;
  isEnd: boolean;
}

/** Fills a page, on which some apps may be already, with the rest of a deck; `isEnd` when that was all. */
export async function dealRest(
  db: Db,
  viewerId: string,
  from: Rest,
  { taken, size }: { taken: readonly string[]; size: number },
): Promise<DealtIds> {
  const ids = [...taken];
  for (let rest = from; ; ) {
    const missing = size - ids.length;
    const asked = { viewerId, taken: ids, limit: missing + 1 };
    const row = one(await run<RestRow>(db, restStatement(rest, asked)));
    const found = row.apps ?? [];
    const page = found.slice(0, missing);
    ids.push(...page.map(([id]) => id));
    if (found.length > missing)
      return { ids, next: goOn(rest, page.at(-1)?.[1] ?? rest.after, row), isEnd: false };
    const isEnd = rest.rest === 'last' || rest.rest === 'ended';
    rest = nextPart(rest, row);
    if (isEnd) return { ids, next: rest, isEnd };
  }
}
