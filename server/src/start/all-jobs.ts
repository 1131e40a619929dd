import { mailJob } from '../mail/mail-job.ts';
import type { Job } from '../jobs/job.ts';
import { maintenanceJob, recheckJob } from './maintenance.ts';

/** Everything that is done outside of requests. */
export const allJobs: readonly Job[] = [mailJob, maintenanceJob, recheckJob];
