import { WAITING_MAX } from '@zapdeck/contract/waiting';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { moderationSettings } from '../../../db/schema/settings.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { defineScheduledJob } from '../../../jobs/job.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { inline } from '../../../mail/letter.ts';
import { isMailedAdmin } from '../../../mail/mailed-admins.ts';
import { defineMails } from '../../../mail/send-mail.ts';
import { readModerationSettings } from '../../settings/moderation-settings.ts';
import { type LongestWaiting, type LongWait, readLongestWaiting } from './longest-waiting.ts';
import { readWaiting } from './waiting.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

async function readLate(db: Db, now: Date): Promise<LongestWaiting | null> {
  const { isDailyMailEnabled, hoursUntilMail } = await readModerationSettings(db);
  if (!isDailyMailEnabled) return null;
  const late = await readLongestWaiting(db, new Date(now.getTime() - hoursUntilMail * HOUR_MS));
  return late.apps.length + late.reported.length > 0 ? late : null;
}

function waitInWords(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / HOUR_MS);
  if (hours < 2 * DAY_HOURS) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / DAY_HOURS)} days`;
}

const upTo = (count: number) => (count >= WAITING_MAX ? `${WAITING_MAX} or more` : String(count));

function listed(heading: string, waits: readonly LongWait[], url: string, now: Date): string[] {
  if (waits.length === 0) return [];
  const lines = waits.map(
    ({ title, since, isHeld }) =>
      `- ${inline(title)}: ${waitInWords(since, now)}${isHeld ? ', held back' : ''}`,
  );
  return [[heading, ...lines, url].join('\n')];
}

/** Mails to admins about what waits too long. None is sent if nothing waits any more. */
export const waitingMails = defineMails({
  name: 'waiting-mails',
  data: z.object({ userId: z.uuid() }),
  async write({ db, clock, config: { publicUrl } }, { userId }) {
    const now = clock();
    const [admin] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isMailedAdmin));
    const late = admin && (await readLate(db, now));
    if (!admin || !late) return null;
    const { pending, overdue, reports } = await readWaiting(db, now);
    const inAll = `${pending} ${pending === 1 ? 'app is' : 'apps are'} pending, ${upTo(overdue)} of them for more than the promised 48 hours. ${upTo(reports)} ${reports === 1 ? 'app has' : 'apps have'} open reports.`;
    return {
      to: admin,
      subject: 'Apps and reports are waiting for review',
      paragraphs: [
        inAll,
        ...listed('These apps have waited longest:', late.apps, `${publicUrl}/admin`, now),
        ...listed('These reports have waited longest:', late.reported, `${publicUrl}/admin/reports`, now),
      ],
      action: { label: 'Open the dashboard', url: `${publicUrl}/admin` },
      why: `Admins get this once a day while an item waits too long. You can switch it off for all admins on the Config tab: ${publicUrl}/admin/config`,
    };
  },
});

/** Returns false if the mails of this day were queued before. */
async function isFirstToday(tx: Db, now: Date): Promise<boolean> {
  const today = now.toISOString().slice(0, 10);
  const { mailedOn } = moderationSettings;
  const noted = await tx
    .update(moderationSettings)
    .set({ mailedOn: today })
    .where(and(eq(moderationSettings.isActive, true), or(isNull(mailedOn), lt(mailedOn, today))))
    .returning({ mailedOn });
  return noted.length > 0;
}

export async function mailWaiting(db: Db, jobs: JobQueue, now: Date): Promise<number> {
  if (!(await readLate(db, now))) return 0;
  return inTransaction(db, async (tx) => {
    if (!(await isFirstToday(tx, now))) return 0;
    const admins = await tx.select({ userId: users.id }).from(users).where(isMailedAdmin);
    await jobs.enqueueAll(tx, waitingMails, admins);
    return admins.length;
  });
}

export const mailWaitingJob = defineScheduledJob({
  name: 'mail-waiting',
  retries: { limit: 3, firstDelayS: 60, longestDelayS: 600 },
  timeoutS: 120,
  cron: '0 7 * * *',
  async run({ db, jobs, clock }, { log }) {
    const admins = await mailWaiting(db, jobs, clock());
    if (admins > 0) log.info({ admins }, 'admins are told what waits');
  },
});
