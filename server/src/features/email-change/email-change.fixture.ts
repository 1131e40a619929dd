import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  undoEmailChange,
} from '@zapdeck/contract/accounts/change-email';
import { eq } from 'drizzle-orm';
import { one } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Mail } from '../../mail/mailer.ts';
import { type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { accountMails } from '../auth/account-mails.ts';
import { tokenIn } from '../auth/account.fixture.ts';
import { securityMails } from '../auth/security-mails.ts';
import { emailChangeMails } from './change-mails.ts';
import { runJob, takeJobs } from '../../testing/queued-jobs.ts';

export const CONFIRM = /confirm your new email/;
export const CHANGED = /was changed/;
export const RETURNED = /earlier email again/;
export const TAKEN = /for another account/;

const mailJobs = [emailChangeMails, securityMails, accountMails] as const;

let lastAddress = 0;
export const newAddress = () => `address-${(lastAddress += 1)}@example.org`;

/** Changes of email in an app without a worker: `sendMails` runs the queued jobs. */
export function emailChanges(t: TestApp) {
  const userOf = async (person: Person): Promise<UserRow> =>
    one(
      await t.deps.db
        .select()
        .from(users)
        .where(eq(users.id, person.user?.id ?? '')),
    );

  const fixture = {
    userOf,
    emailOf: async (person: Person) => (await userOf(person)).email,
    /** A member with a password and a confirmed address. */
    async member(values: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
      const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
      const email = newAddress();
      return t.person('member', { passwordHash, email, emailVerifiedAt: t.clock.now, ...values });
    },
    ask: (person: Person, email: string) => t.call(changeEmail, { body: { email } }, person),
    cancel: (person: Person) => t.call(cancelEmailChange, {}, person),
    confirm: (token: string, as?: Person) => t.call(confirmEmailChange, { body: { token } }, as),
    undo: (token: string, as?: Person) => t.call(undoEmailChange, { body: { token } }, as),
    async sendMails(): Promise<void> {
      for (const job of mailJobs) {
        for (const queued of await takeJobs(t.deps.pool, job)) await runJob(t, job, queued);
      }
    },
    mailsTo: (address: string | null | undefined): Mail[] => t.sentMails.filter(({ to }) => to === address),
    /** Returns the token of the last such mail; an empty text without one. */
    linkTo(address: string | null | undefined, subject: RegExp): string {
      const mail = fixture.mailsTo(address).findLast((sent) => subject.test(sent.subject));
      return mail ? tokenIn(mail) : '';
    },
    /** Requests the change and returns the token of the mail to the new address. */
    async askForLink(person: Person, email: string): Promise<string> {
      await fixture.ask(person, email);
      await fixture.sendMails();
      return fixture.linkTo(email, CONFIRM);
    },
    /** Changes the address and returns the token that undoes it. */
    async move(person: Person, email: string): Promise<string> {
      const before = await fixture.emailOf(person);
      await fixture.confirm(await fixture.askForLink(person, email));
      await fixture.sendMails();
      return fixture.linkTo(before, CHANGED);
    },
  };
  return fixture;
}

export type EmailChanges = ReturnType<typeof emailChanges>;
