import { CardReason, type FeedApp } from '@zapdeck/contract/feed';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type Cards, reasonLetters } from './deal-hand.ts';

export type Reason = Pick<FeedApp, 'reason' | 'because'>;

const byLetter = new Map(CardReason.options.map((reason) => [reasonLetters[reason] as string, reason]));

/** Returns the titles of the apps by id, approved ones only. */
async function readTitles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: apps.id, title: apps.title })
    .from(apps)
    .where(and(isOneOf(apps.id, ids), eq(apps.status, 'approved')));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the reasons of the cards by app id. A liked app that is no longer approved is not named. */
export async function readReasons(
  db: Db,
  { ids, reasons, because }: Cards,
): Promise<ReadonlyMap<string, Reason>> {
  const titles = await readTitles(db, [...new Set(because.filter((id) => id !== null))]);
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
