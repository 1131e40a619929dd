import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';

/**
 * Forgets the numbers of transactions and the positions in the log that a database brings along which was restored into another
 * PostgreSQL, where they mean nothing; those of `seen_apps` stay, which `isSince` copes with. True when the server is another one than before. The first server of a database only
 * has its name taken down. Where the server does not tell who it is, each of its starts counts as another.
 */
export async function forgetForeignNumbers(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Frontiers of an earlier epoch hold no more.
    const { rows } = await tx.execute<{ is_first: boolean }>(sql`
      UPDATE catalogue SET epoch = epoch + 1, system_identifier = here.identifier
      FROM (SELECT system_identifier IS NULL AS is_first, CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
          THEN (SELECT system_identifier::text FROM pg_control_system())
          ELSE pg_postmaster_start_time()::text END AS identifier FROM catalogue) AS here
      WHERE catalogue.system_identifier IS DISTINCT FROM here.identifier
      RETURNING here.is_first`);
    if (rows[0]?.is_first !== false) return false;
    // Every app that ever moved, once in the life of a database elsewhere.
    await tx.execute(sql`SET LOCAL statement_timeout = 0`);
    await tx.execute(sql`UPDATE apps SET moved_xid = NULL WHERE moved_xid IS NOT NULL`);
    await tx.execute(sql`UPDATE catalogue SET all_moved_xid = NULL`);
    await tx.execute(sql`UPDATE sessions SET log_position = NULL WHERE log_position IS NOT NULL`);
    // To write what people have seen anew would hold up a start for minutes.
    return true;
  });
}
