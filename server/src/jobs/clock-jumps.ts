import type pg from 'pg';
import type { Clock } from 'pg-boss';

/** A clock that only goes forward, whatever is done to the machine's: what waits by it never waits for a lost year. */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

/**
 * Takes back what the queue has noted of a time that is yet to come, because the database's clock was ahead and has been
 * set right: when it last did what it does at intervals, until when jobs wait, since when they run. Otherwise nothing
 * would be scheduled before that time. Jobs wait for `longestWaitS` at most. Returns how many rows that were.
 */
export async function takeBackFuture(pool: pg.Pool, schema: string, longestWaitS: number): Promise<number> {
  const now = `${schema}.job_now()`;
  const statements = [
    `UPDATE ${schema}.version SET cron_on = least(cron_on, ${now}), bam_on = least(bam_on, ${now}),
       flow_on = least(flow_on, ${now}), reindex_on = least(reindex_on, ${now}), monitor_backoff_on = NULL
     WHERE greatest(cron_on, bam_on, flow_on, reindex_on) > ${now} OR monitor_backoff_on > ${now} + interval '1 hour'`,
    `UPDATE ${schema}.queue SET monitor_on = least(monitor_on, ${now}), maintain_on = least(maintain_on, ${now}),
       monitor_claim_on = least(monitor_claim_on, ${now}), delta_on = least(delta_on, ${now})
     WHERE greatest(monitor_on, maintain_on, monitor_claim_on, delta_on) > ${now}`,
    `UPDATE ${schema}.job SET start_after = ${now}
     WHERE state < 'active' AND start_after > ${now} + make_interval(secs => ${longestWaitS})`,
    `UPDATE ${schema}.job SET started_on = ${now} WHERE state = 'active' AND started_on > ${now}`,
    `UPDATE ${schema}.job SET completed_on = ${now} WHERE completed_on > ${now}`,
    // Of a minute that has been scheduled already, and now comes again.
    `UPDATE ${schema}.job SET singleton_on = NULL
     WHERE singleton_on > (${now} AT TIME ZONE 'UTC') + interval '1 minute'`,
  ];
  let rows = 0;
  for (const statement of statements) rows += (await pool.query(statement)).rowCount ?? 0;
  return rows;
}
