import type { UserRow } from '../db/schema/users.table.ts';
import type { Speech } from '../languages/say.ts';
import { whyMailed } from './letter.ts';
import { type Addressed, appName } from './send-mail.ts';

/** Returns a mail that thanks a person for reporting an app. `outcome` follows the thanks. */
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
