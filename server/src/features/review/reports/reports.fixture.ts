import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { PutOff } from '../../../jobs/job.ts';
import { reportMails } from '../decisions/report-mails.ts';
import { appMails } from '../../makers/app-mails.ts';
import { MAIL_DELAY_MS } from '../../makers/undo-period.ts';
import type { Person, TestApp } from '../../../testing/test-app.ts';
import { queuedJobs, runJob } from '../../../testing/queued-jobs.ts';

let members = 0;

const DAY_MS = 24 * 3_600_000;

/** Shared steps of tests of reports. */
export function withReports(t: TestApp) {
  return {
    /** Creates a member whose reports count, with a mailbox and a network of their own. */
    trusted: async (values: Parameters<TestApp['person']>[1] = {}, address?: string): Promise<Person> => {
      members += 1;
      const number = members;
      const person = await t.person('member', {
        createdAt: new Date(t.clock.now.getTime() - 2 * DAY_MS),
        email: `member${number}@gmail.com`,
        emailVerifiedAt: t.clock.now,
        ...values,
      });
      return { ...person, address: address ?? `10.${number >> 8}.${number % 256}.7` };
    },
    report: (appId: string, by: Person, reason = 'It makes noise.') =>
      t.call(reportApp, { body: { appId, reason } }, by),
    decide: (id: string, body: BodyOf<typeof decideReportedApp>, by: Person) =>
      t.call(decideReportedApp, { params: { id }, body }, by),
    /** Returns the mails about the app after the undo period, in the order of the queue. */
    mailedAbout: async (appId: string): Promise<{ to: string; subject: string; text: string }[]> => {
      const { pool } = t.deps;
      const [toReporters, toMaker] = [
        await queuedJobs(pool, reportMails, { appId }),
        await queuedJobs(pool, appMails, { appId }),
      ];
      t.clock.advance(MAIL_DELAY_MS);
      t.sentMails.splice(0);
      const unlessPutOff = (error: unknown) => {
        if (!(error instanceof PutOff)) throw error;
      };
      for (const queued of toReporters) await runJob(t, reportMails, queued).catch(unlessPutOff);
      for (const queued of toMaker) await runJob(t, appMails, queued).catch(unlessPutOff);
      t.clock.advance(-MAIL_DELAY_MS);
      return t.sentMails;
    },
  };
}
