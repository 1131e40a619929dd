import type { Instance } from '@zapdeck/contract/instance/instance';
import type * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { defineJob, type Job, type JobDeps } from '../jobs/job.ts';
import { type Speech, speechIn } from '../languages/say.ts';
import { isPseudo, storedLanguage } from '../languages/shown-language.ts';
import { forgetMails } from './forget-mails.ts';
import { compose, inline, type Letter, named, whyMailed } from './letter.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface MailDeps extends JobDeps {
  config: Pick<Config, 'publicUrl'>;
  mailer: Mailer;
  instance: () => Instance;
}

/** A letter to a user. It uses their name only if the address is confirmed. */
export type Addressed = Letter & {
  to: Pick<UserRow, 'email' | 'firstName' | 'emailVerifiedAt' | 'language'>;
};

/** Returns texts in the user's language or the instance's default. */
export function speechTo(
  { language }: Pick<UserRow, 'language'>,
  { instance }: Pick<MailDeps, 'instance'>,
): Speech {
  const { defaultLanguage, languages } = instance();
  const chosen = storedLanguage(language);
  const isOffered = isPseudo(chosen) || languages.some((offered) => offered === chosen);
  return speechIn(chosen && isOffered ? chosen : defaultLanguage);
}

const isMailAddress = (contact: string) => contact !== '' && !/^https?:/i.test(contact);

/** Null for a user without an address. */
export function mailOf(
  { to, ...letter }: Addressed,
  { config: { publicUrl }, instance }: Pick<MailDeps, 'config' | 'instance'>,
): Omit<Mail, 'id'> | null {
  if (to.email === null) return null;
  const current = instance();
  const text = compose(letter, {
    to: ownWords(to.firstName, to),
    publicUrl,
    instance: current,
    speech: speechTo(to, { instance }),
  });
  return {
    ...text,
    to: to.email,
    fromName: current.name,
    ...(isMailAddress(current.contact) && { replyTo: current.contact }),
    ...(letter.stop && { unsubscribeUrl: letter.stop.url }),
  };
}

/** Data contains only ids. The address is read when the mail is sent, so links do not expire in the queue. */
interface MailsOf<S extends z.ZodMiniType, D extends MailDeps> {
  name: string;
  data: S;
  /** Returns null if the recipient or subject no longer exists. Then no mail is sent. */
  write: (deps: D, data: z.output<S>) => Promise<Addressed | null>;
}

/** Defines mails with their own queue, so that they do not wait for mails of other features. */
export function defineMails<S extends z.ZodMiniType, D extends MailDeps>({
  name,
  data,
  write,
}: MailsOf<S, D>): Job<S, D> {
  return defineJob({
    name,
    data,
    // The delay grows to 15 minutes. Retries go on for as long as the queue keeps a job.
    retries: { limit: 3_000, firstDelayS: 5, longestDelayS: 900 },
    timeoutS: 120,
    // A slow recipient must not delay others. Some mail servers refuse more connections.
    atOnce: 8,
    async run(deps: D, request, { id }) {
      const written = await write(deps, request);
      const mail = written && mailOf(written, deps);
      if (!mail) return;
      await deps.mailer.send({ ...mail, id });
      await forgetMails(deps, [mail.to]);
    },
  });
}

/** Null if the address is not confirmed, because a stranger who signs up with it must not send words there. */
export function ownWords<T>(words: T, { emailVerifiedAt }: Pick<UserRow, 'emailVerifiedAt'>): T | null {
  return emailVerifiedAt === null ? null : words;
}

const UNCONFIRMED_TITLE_MAX = 40;
/** A word that no mail program turns into a link, a mail address or a phone number. */
const UNLINKABLE_WORD = /^(?!.*\d{5})[\p{L}\p{M}\p{N}'’&!?+#-]+$/u;

function unlinkableTitle(title: string): string | null {
  let kept = '';
  for (const word of inline(title).normalize('NFKC').split(' ')) {
    if (!UNLINKABLE_WORD.test(word)) continue;
    const longer = kept === '' ? word : `${kept} ${word}`;
    if (longer.length > UNCONFIRMED_TITLE_MAX) break;
    kept = longer;
  }
  return kept === '' ? null : kept;
}

/** Values of a text about an app. A text without a name begins with `{named, select, yes {…} other {…}}`. */
export interface AppName extends Record<string, string> {
  named: 'yes' | 'no';
  name: string;
}

const NAMELESS: AppName = { named: 'no', name: '' };

/** Names the app. Without links if the address is not confirmed, because it may belong to a stranger. */
export function appName(
  title: string,
  { emailVerifiedAt }: Pick<UserRow, 'emailVerifiedAt'>,
  speech: Speech,
): { inSubject: AppName; inText: AppName } {
  const isConfirmed = emailVerifiedAt !== null;
  const shown = isConfirmed ? title : unlinkableTitle(title);
  const inText: AppName = shown === null ? NAMELESS : { named: 'yes', name: named(shown, speech) };
  return { inSubject: isConfirmed ? inText : NAMELESS, inText };
}

export const isMailedAdmin = and(
  eq(users.role, 'admin'),
  isNotNull(users.emailVerifiedAt),
  isNull(users.suspendedAt),
);

/** Returns a mail that thanks a person for a report. `outcome` follows the thanks. */
export function reporterMail(to: UserRow, title: string, speech: Speech, outcome: string[]): Addressed {
  const { say, sayMarked } = speech;
  const { inSubject, inText } = appName(title, to, speech);
  return {
    to,
    subject: say('{named, select, yes {Your report of {name}} other {Your report of an app}}', inSubject),
    why: sayMarked(whyMailed.reporter),
    paragraphs: [
      say('{named, select, yes {Thanks for reporting {name}.} other {Thanks for reporting an app.}}', inText),
      ...outcome,
    ],
  };
}
