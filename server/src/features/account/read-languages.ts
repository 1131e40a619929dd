import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Stores the languages that the member reads, each once. Drops the computed cards of open decks, so that the next page obeys. */
export async function storeReadLanguages(
  db: Db,
  userId: string,
  languages: readonly string[] | null,
): Promise<void> {
  const readsLanguages = languages && [...new Set(languages)];
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ readsLanguages }).where(eq(users.id, userId));
    await tx.execute(
      sql`DELETE FROM hands WHERE deck_id IN (SELECT id FROM decks WHERE user_id = ${userId} AND kind <> 'search')`,
    );
  });
}
