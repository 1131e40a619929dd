import { type Waiting, WAITING_MAX } from '@zapdeck/contract/accounts/waiting';
import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { holdLock } from '../../../db/advisory-locks.ts';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { settings } from '../../../db/schema/settings.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { defineScheduledJob } from '../../../jobs/job.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { inline } from '../../../mail/letter.ts';
import { isMailedAdmin, defineMails, speechTo } from '../../../mail/send-mail.ts';
import { moderationKind } from '../../settings/kinds.ts';
import { isActiveKind, noteBeside, readValues } from '../../settings/settings.ts';
import { type LongestWaiting, type LongWait, readLongestWaiting } from './longest-waiting.ts';
import { readWaiting } from './waiting.ts';
import type { Speech } from '../../../languages/say.ts';
import type { Deps } from '../../../deps.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

async function readLate(db: Db, now: Date): Promise<LongestWaiting | null> {
  const { isDailyMailEnabled, hoursUntilMail } = await readValues(db, moderationKind);
  if (!isDailyMailEnabled) return null;
  const late = await readLongestWaiting(db, new Date(now.getTime() - hoursUntilMail * HOUR_MS));
  return late.apps.length + late.reported.length + late.accounts.length > 0 ? late : null;
}

function waitInWords(since: Date, now: Date, { locale }: Speech): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / HOUR_MS);
  const inUnit = (unit: 'hour' | 'day', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return hours < 2 * DAY_HOURS ? inUnit('hour', hours) : inUnit('day', Math.floor(hours / DAY_HOURS));
}

function waitLineOf({ title, since, isHeld }: LongWait, now: Date, speech: Speech): string {
  const values = { title: inline(title), time: waitInWords(since, now, speech) };
  return isHeld
    ? speech.say('- {title}: {time}, held back', values)
    : speech.say('- {title}: {time}', values);
}

interface Waits {
  heading: string;
  waits: readonly LongWait[];
  url: string;
}

function listedWaits({ heading, waits, url }: Waits, now: Date, speech: Speech): string[] {
  if (waits.length === 0) return [];
  return [[heading, ...waits.map((wait) => waitLineOf(wait, now, speech)), url].join('\n')];
}

function countsInWords({ pending, overdue, reports }: Waiting, { say, locale }: Speech): string {
  const whole = new Intl.NumberFormat(locale);
  const upTo = (count: number) =>
    count >= WAITING_MAX
      ? say('{count, plural, one {# or more} other {# or more}}', { count: WAITING_MAX })
      : whole.format(count);
  return [
    say(
      '{pending, plural, one {# app is pending, {overdue} of them for more than the promised 48 hours.} other {# apps are pending, {overdue} of them for more than the promised 48 hours.}}',
      { pending, overdue: upTo(overdue) },
    ),
    say('{reports, plural, one {{shown} app has open reports.} other {{shown} apps have open reports.}}', {
      reports,
      shown: upTo(reports),
    }),
  ].join(' ');
}

/** Mails to admins about apps and accounts that wait too long. Not sent if nothing waits any more. */
export const waitingMails = defineMails({
  name: 'waiting-mails',
  data: z.object({ userId: z.uuid() }),
  async write(deps, { userId }) {
    const {
      db,
      clock,
      config: { publicUrl },
    } = deps;
    const now = clock();
    const [admin] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isMailedAdmin));
    const late = admin && (await readLate(db, now));
    if (!admin || !late) return null;
    const speech = speechTo(admin, deps);
    const { say } = speech;
    const hasOnlyAccounts = late.apps.length + late.reported.length === 0;
    return {
      to: admin,
      subject: hasOnlyAccounts
        ? say('Accounts are waiting for approval')
        : say('Apps and reports are waiting for review'),
      paragraphs: [
        ...(hasOnlyAccounts ? [] : [countsInWords(await readWaiting(db, now), speech)]),
        ...listedWaits(
          { heading: say('These apps have waited longest:'), waits: late.apps, url: `${publicUrl}/admin` },
          now,
          speech,
        ),
        ...listedWaits(
          {
            heading: say('These reports have waited longest:'),
            waits: late.reported,
            url: `${publicUrl}/admin/reports`,
          },
          now,
          speech,
        ),
        ...listedWaits(
          {
            heading: say('These accounts wait for approval:'),
            waits: late.accounts,
            url: `${publicUrl}/admin`,
          },
          now,
          speech,
        ),
      ],
      action: { label: say('Open the dashboard'), url: `${publicUrl}/admin` },
      why: say(
        'Admins get this once a day while an item waits too long. You can switch it off for all admins on the Config tab: {address}',
        { address: `${publicUrl}/admin/config/moderation` },
      ),
    };
  },
});

async function isFirstToday(tx: Db, now: Date): Promise<boolean> {
  const today = now.toISOString().slice(0, 10);
  await holdLock(tx, 'settings');
  const mailedOn = sql<string | null>`${settings.values} ->> 'mailedOn'`;
  const [row] = await tx.select({ mailedOn }).from(settings).where(isActiveKind(moderationKind));
  if (row?.mailedOn && row.mailedOn >= today) return false;
  await noteBeside(tx, moderationKind, { mailedOn: today });
  return true;
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
  async run({ db, jobs, clock }: Deps, { log }) {
    const admins = await mailWaiting(db, jobs, clock());
    if (admins > 0) log.info({ admins }, 'admins are told what waits');
  },
});
