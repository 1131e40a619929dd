import { nameOfField } from '@zapdeck/contract/listing';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { atStart, listed, whyMailed } from '../../../mail/letter.ts';
import { type Addressed, appName, defineMails } from '../../../mail/send-mail.ts';
import type { Deps } from '../../../deps.ts';

const CorrectionMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('corrected'), appId: z.uuid(), fields: z.array(z.string()) }),
  // The app and its title are deleted before the mail is sent.
  z.object({
    kind: z.literal('deleted'),
    userId: z.uuid(),
    title: z.string(),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('reported'), appId: z.uuid(), userId: z.uuid(), title: z.string() }),
]);
type CorrectionMail = z.infer<typeof CorrectionMail>;

async function writeCorrected(
  { db, config }: Deps,
  { appId, fields }: Extract<CorrectionMail, { kind: 'corrected' }>,
): Promise<Addressed | null> {
  const [found] = await db
    .select({ title: apps.title, person: users })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(eq(apps.id, appId));
  if (!found) return null;
  const { title, person } = found;
  const name = appName(title, person);
  const what = listed(fields.flatMap((field) => nameOfField(field) ?? []));
  return {
    to: person,
    subject: `We have corrected ${name.inSubject}`,
    why: whyMailed.maker,
    paragraphs: [
      `A moderator corrected the ${what} of ${name.inText}. Nothing else changed.`,
      'If something is wrong, you can change it.',
    ],
    action: { label: 'Your submissions', url: `${config.publicUrl}/profile` },
  };
}

async function writeDeleted(
  { db, config }: Deps,
  { userId, title, reason }: Extract<CorrectionMail, { kind: 'deleted' }>,
): Promise<Addressed | null> {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person) return null;
  const name = appName(title, person);
  return {
    to: person,
    subject: `${atStart(name.inSubject)} was deleted`,
    why: whyMailed.maker,
    paragraphs: [
      `A moderator has deleted ${name.inText}, with its votes and numbers.`,
      ...(reason === null ? [] : [`Reason:\n${reason}`]),
      'Once the problem is fixed, you can submit it again. It is reviewed as a new app.',
    ],
    action: { label: 'Submit an app', url: `${config.publicUrl}/submit` },
  };
}

async function writeReported(
  { db }: Deps,
  { userId, title }: Extract<CorrectionMail, { kind: 'reported' }>,
): Promise<Addressed | null> {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person) return null;
  const name = appName(title, person, 'an app');
  return {
    to: person,
    subject: `Your report of ${name.inSubject}`,
    why: whyMailed.reporter,
    paragraphs: [`Thanks for reporting ${name.inText}.`, 'A moderator reviewed it and deleted the app.'],
  };
}

export const correctionMails = defineMails({
  name: 'correction-mails',
  data: CorrectionMail,
  write(deps, mail) {
    switch (mail.kind) {
      case 'corrected':
        return writeCorrected(deps, mail);
      case 'deleted':
        return writeDeleted(deps, mail);
      case 'reported':
        return writeReported(deps, mail);
    }
  },
});
