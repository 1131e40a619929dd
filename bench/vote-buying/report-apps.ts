import type { Db } from '@zapdeck/server/db/client';
import { createReport } from '@zapdeck/server/features/review/reports/reports';
import type { JobQueue } from '@zapdeck/server/jobs/queue';
import type { Visitor } from './visits.ts';

const noJobs = { enqueue: async () => undefined, enqueueAll: async () => undefined } as unknown as JobQueue;

/** Reports apps, as requests do. */
export async function reportApps(
  db: Db,
  { userId, address }: Visitor,
  appIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const appId of appIds) {
    const report = { jobs: noJobs, appId, kind: 'broken' as const, reason: 'It does not work.' };
    await createReport(db, { ...report, reportedBy: userId, address, clock: () => now }).catch(
      () => undefined,
    );
  }
}
