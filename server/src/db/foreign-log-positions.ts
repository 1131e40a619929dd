import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';

/** Returns true if the database moved to another PostgreSQL server, where the positions mean nothing. */
export async function dropForeignLogPositions(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ is_first: boolean }>(sql`
      UPDATE catalogue SET system_identifier = here.identifier
      FROM (SELECT system_identifier IS NULL AS is_first, CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
          THEN (SELECT system_identifier::text FROM pg_control_system())
          ELSE pg_postmaster_start_time()::text END AS identifier FROM catalogue) AS here
      WHERE catalogue.system_identifier IS DISTINCT FROM here.identifier
      RETURNING here.is_first`);
    if (rows[0]?.is_first !== false) return false;
    for (const table of [sql`sessions`, sql`api_tokens`])
      await tx.execute(sql`UPDATE ${table} SET log_position = NULL WHERE log_position IS NOT NULL`);
    return true;
  });
}
