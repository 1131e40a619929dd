import type { AppStatus } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { mailJob } from '../../mail/mail-job.ts';

interface Verdict {
  appId: string;
  before: AppStatus;
  after: AppStatus;
  reason: string | null;
}

/** Queues the mail that tells the submitter what became of their app, where something did. */
export async function tellSubmitter(
  db: Db,
  jobs: JobQueue,
  { appId, before, after, reason }: Verdict,
): Promise<void> {
  if (before === after) return;
  if (after === 'approved') await jobs.enqueue(db, mailJob, { kind: 'approved', appId });
  if (after === 'rejected') await jobs.enqueue(db, mailJob, { kind: 'rejected', appId, reason });
}
