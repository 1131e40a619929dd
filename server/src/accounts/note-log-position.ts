import type { Db } from '../db/client.ts';
import { END_OF_LOG } from '../db/log-position.ts';
import { sharedRead } from '../db/shared-reads.ts';
import { run } from '../db/statement.ts';

/**
 * Locks rows in the order of their keys: two nodes may note writes of one user at once. Each table is a statement of its own,
 * because deletions lock sessions before tokens.
 */
const noteAll = sharedRead(async (db, userIds: readonly string[]) => {
  const values = [[...new Set(userIds)]];
  const owned = 'WHERE user_id = ANY ($1::uuid[])';
  for (const [table, key] of [
    ['sessions', 'sid'],
    ['api_tokens', 'id'],
  ])
    await run(db, {
      text: `UPDATE ${table} SET log_position = ${END_OF_LOG}
        WHERE ${key} IN (SELECT ${key} FROM ${table} ${owned} ORDER BY ${key} FOR NO KEY UPDATE)`,
      values,
    });
  return userIds;
});

/** The next reads of the user, in any session and with any token, come from a database that has reached this position. */
export async function noteLogPosition(db: Db, userId: string): Promise<void> {
  await noteAll(db, userId);
}
