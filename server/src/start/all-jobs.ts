import type * as z from 'zod/mini';
import { appMails } from '../features/makers/app-mails.ts';
import { changeMails } from '../features/review/changes/change-mails.ts';
import { correctionMails } from '../features/review/apps/correction-mails.ts';
import { pictureJob } from '../features/frames/pictures/picture.job.ts';
import { reportMails } from '../features/review/decisions/report-mails.ts';
import { holdLimitMails } from '../features/review/reports/hold-limit-mails.ts';
import { recheckJob } from '../features/frames/checks/recheck.job.ts';
import { personPictureJob } from '../features/providers/person-picture.job.ts';
import { peopleMails } from '../features/people/people-mails.ts';
import { countTriesJob } from '../features/interactions/count-tries.job.ts';
import { trendingJob } from '../features/feed/trending/trending.job.ts';
import { firstViewsJob } from '../features/first-views/first-views.job.ts';
import { dealLogJob } from '../features/deal-log/deal-log.job.ts';
import { mailWaitingJob, waitingMails } from '../features/review/waiting/waiting-mails.ts';
import { makerMails } from '../features/maker-mails/maker-mails.ts';
import { milestonesJob } from '../features/maker-mails/milestones.job.ts';
import { weeklyJob } from '../features/maker-mails/weekly.job.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { securityMails } from '../features/auth/security-mails.ts';
import { emailChangeMails } from '../features/email-change/change-mails.ts';
import { guessMails } from '../features/auth/guess-mails.ts';
import { newDeviceMails } from '../features/auth/new-device-mails.ts';
import { searchDocumentsJob, searchWordsJob } from '../features/search/search.job.ts';
import { pairsJob } from '../features/for-you/pairs/refresh-pairs.ts';
import { todayJob } from '../features/today/choose-today.ts';
import { decisionMails } from '../features/approval/decision-mails.ts';
import { settleTakebackJob } from '../features/takebacks/settle.ts';
import { findGroupsJob } from '../features/vote-groups/find/find-groups.job.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { maintenanceJob } from './maintenance.job.ts';
import { retentionJob } from './retention.job.ts';

export const allJobs: readonly Job<z.ZodMiniType, Deps>[] = [
  accountMails,
  decisionMails,
  appMails,
  changeMails,
  countTriesJob,
  dealLogJob,
  emailChangeMails,
  findGroupsJob,
  firstViewsJob,
  mailWaitingJob,
  correctionMails,
  holdLimitMails,
  guessMails,
  newDeviceMails,
  maintenanceJob,
  makerMails,
  milestonesJob,
  pairsJob,
  personPictureJob,
  peopleMails,
  pictureJob,
  recheckJob,
  reportMails,
  retentionJob,
  searchDocumentsJob,
  searchWordsJob,
  securityMails,
  settleTakebackJob,
  todayJob,
  trendingJob,
  waitingMails,
  weeklyJob,
];
