import { sql } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from './client.ts';

/** Lets the statements of a transaction take minutes. They use one core, so that the others stay free for requests. */
export async function allowLongWork(tx: Db): Promise<void> {
  await tx.execute(
    sql.raw(
      `SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL work_mem = '64MB'`,
    ),
  );
}
