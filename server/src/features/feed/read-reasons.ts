import { CardReason, type FeedApp } from '@zapdeck/contract/feed/feed';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { leadTitles } from '../for-you/leads.ts';
import { type Cards, reasonLetters } from './deal-hand.ts';

export type Reason = Pick<FeedApp, 'reason' | 'because'>;

const byLetter = new Map(CardReason.options.map((reason) => [reasonLetters[reason] as string, reason]));

const LEAD_TITLES = leadTitles('$1::uuid', '$2::uuid[]');

/** Returns the titles of the apps that still lead the viewer to others, by id. */
async function readTitles(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await run<{ id: string; title: string }>(db, { text: LEAD_TITLES, values: [viewerId, ids] });
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Returns the reasons of the cards by app id. Names no app that no longer leads: the like was taken back, the taste was deleted,
 * or the app is not approved, hidden or avoided.
 */
export async function readReasons(
  db: Db,
  viewerId: string,
  { ids, reasons, because }: Cards,
): Promise<ReadonlyMap<string, Reason>> {
  const titles = await readTitles(db, viewerId, [...new Set(because.filter((id) => id !== null))]);
  return new Map(
    ids.flatMap((id, index) => {
      const reason = byLetter.get(reasons[index] ?? '');
      if (reason === undefined) return [];
      const lead = because[index] ?? '';
      const title = titles.get(lead);
      return [[id, title === undefined ? { reason } : { reason, because: { id: lead, title } }] as const];
    }),
  );
}
