import { forgotPassword } from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { eventually } from '../../testing/eventually.ts';
import type { Mail } from '../../mail/mailer.ts';
import { type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

export const NEW_PASSWORD = 'another-horse-7';

export const holding = (cookies: Record<string, string>): Person => ({ user: null, cookies });
export const twice = (password: string) => ({ password, confirmPassword: password });

export function tokenIn(mail: Mail): string {
  return /#token=([\w-]{43})$/m.exec(mail.text)?.[1] ?? '';
}

/** Account actions and the resulting mails, in an app that runs jobs. */
export interface AccountFixture {
  signUp(email: string, password?: string): Promise<Person>;
  /** Resolves with the nth such mail (from 0) once it is sent. */
  mailTo(address: string, subject: RegExp, place?: number): Promise<Mail>;
  resetTokenFor(email: string, place?: number): Promise<string>;
  canLogIn(email: string, password: string): Promise<boolean>;
  isSignedIn(person: Person): Promise<boolean>;
}

export function accountFixture(t: TestApp): AccountFixture {
  const mailTo: AccountFixture['mailTo'] = (address, subject, place = 0) =>
    eventually(() => {
      const mail = t.sentMails.filter((one) => one.to === address && subject.test(one.subject))[place];
      if (!mail) throw new Error(`No mail to ${address} yet`);
      return mail;
    });

  return {
    mailTo,
    async signUp(email, password = TEST_PASSWORD) {
      const { setCookie } = await t.call(signup, { body: { email, ...twice(password), firstName: 'Ada' } });
      return holding(setCookie);
    },
    async resetTokenFor(email, place = 0) {
      await t.call(forgotPassword, { body: { email } });
      return tokenIn(await mailTo(email, /new password/, place));
    },
    async canLogIn(email, password) {
      return (await t.call(login, { body: { email, password } })).status === 200;
    },
    async isSignedIn(person) {
      return (await t.call(currentUser, {}, person)).status === 200;
    },
  };
}
