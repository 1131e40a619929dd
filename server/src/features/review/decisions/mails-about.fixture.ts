import type pg from 'pg';
import { queuedJobs, type QueuedJob } from '../../../testing/queued-jobs.ts';
import { appMails } from '../../makers/app-mails.ts';

/** Returns the queued mails about any of the apps, the oldest first. */
export async function mailsAbout(pool: pg.Pool, ids: readonly string[]): Promise<QueuedJob[]> {
  const queued = await queuedJobs(pool, appMails);
  return queued.filter(({ data: { appId, appIds = [] } }) =>
    [appId, ...(appIds as string[])].some((id) => ids.includes(String(id))),
  );
}
