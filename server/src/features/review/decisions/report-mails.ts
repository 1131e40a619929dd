import type { AppStatus } from '@zapdeck/contract/apps/apps';
import type { ReportDecision } from '@zapdeck/contract/moderation/reported-apps';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { batchOfMail, waitForUndo } from '../../makers/undo-period.ts';
import { reporterMail, defineMails, ownWords, speechTo } from '../../../mail/send-mail.ts';

const outcomes: Readonly<Record<ReportDecision, Record<AppStatus, string>>> = {
  dismissed: {
    approved: message('A moderator reviewed it and found no problem with the app. It stays in the deck.'),
    pending: message('A moderator reviewed it and did not find the problem that you reported.'),
    rejected: message('A moderator reviewed it. The app is no longer in the deck, for another reason.'),
  },
  reviewed: {
    approved: message('A moderator reviewed it and took care of it.'),
    pending: message('A moderator reviewed it. The app is paused until it has been reviewed again.'),
    rejected: message('A moderator reviewed it and agrees: the app is no longer in the deck.'),
  },
};

export const reportMails = defineMails({
  name: 'report-mails',
  data: z.object({
    reportId: z.uuid(),
    appId: z.uuid(),
    userId: z.uuid(),
    ...batchOfMail,
    /** Time of the decision. No mail is sent if it was undone. */
    decidedAt: z.iso.datetime(),
  }),
  async write(deps, { reportId, batchId, decidedAt }) {
    const { db, clock } = deps;
    await waitForUndo(db, batchId, clock());
    const [found] = await db
      .select({ report: reports, title: apps.title, status: apps.status, person: users })
      .from(reports)
      .innerJoin(apps, eq(apps.id, reports.appId))
      .innerJoin(users, eq(users.id, reports.reportedBy))
      .where(eq(reports.id, reportId));
    if (!found) return null;
    const { report, title, status, person } = found;
    if (report.status === 'pending' || report.decidedAt?.toISOString() !== decidedAt) return null;
    const speech = speechTo(person, deps);
    const { say, sayMarked } = speech;
    // A person may have signed up with another person's address, and may have submitted the app too.
    const reason = ownWords(report.reason, person) || null;
    return reporterMail(person, title, speech, [
      ...(reason === null ? [] : [say('You wrote:\n{reason}', { reason })]),
      sayMarked(outcomes[report.status][status]),
    ]);
  },
});
