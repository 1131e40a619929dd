import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { run, unplanned, write } from '../../db/statement.ts';
import { IS_APPROVED } from './unseen.ts';

/** A deck that was dealt to its end. Approvals are numbered in the order in which they are committed. */
export const EndedDeck = z.object({ approvedAfter: z.int().check(z.gte(0)) });
export type EndedDeck = z.infer<typeof EndedDeck>;

/** The end of a deck: from it on, whatever is approved later. */
export async function endDeck(db: Db): Promise<EndedDeck> {
  const [last] = await run<{ no: number }>(db, {
    text: `SELECT approval_no::float8 AS no FROM apps WHERE ${IS_APPROVED} ORDER BY approval_no DESC LIMIT 1`,
    values: [],
  });
  return { approvedAfter: last?.no ?? 0 };
}

/** The apps approved since, first approved first, a page of them; `isEnd` when there are no more. */
export async function dealApproved(
  db: Db,
  { approvedAfter }: EndedDeck,
  size: number,
): Promise<{ ids: string[]; next: EndedDeck; isEnd: boolean }> {
  const rows = await run<{ id: string; no: number }>(
    db,
    write(
      (use) => `SELECT id, approval_no::float8 AS no FROM apps
        WHERE ${IS_APPROVED} AND approval_no > ${unplanned(`${use(approvedAfter)}::bigint`)}
        ORDER BY approval_no LIMIT ${unplanned(`${use(size + 1)}::int`)}`,
    ),
  );
  const page = rows.slice(0, size);
  return {
    ids: page.map(({ id }) => id),
    next: { approvedAfter: page.at(-1)?.no ?? approvedAfter },
    isEnd: rows.length <= size,
  };
}
