import { INTERACTION_VALID_MS } from '@zapdeck/contract/feed/interactions';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { onCatalogueAs } from '../listings/numbers/catalogue-work.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';

/** Returns the number of interactions. Rejects with `forbidden` if the actor is no longer an admin. */
export async function cleanUpInteractions(db: Db, stamp: AdminStamp): Promise<{ deletedCount: number }> {
  return onCatalogueAs(db, stamp, async (tx) => {
    const { rowCount } = await tx.execute(
      sql`DELETE FROM user_app_interactions WHERE duration < ${INTERACTION_VALID_MS}`,
    );
    const deletedCount = rowCount ?? 0;
    await recordAction(tx, stamp, { action: 'interactions.cleaned_up', after: { deletedCount } });
    return { deletedCount };
  });
}
