import { nameOfField } from '@zapdeck/contract/listing';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { atStart, compose, listed, whyMailed } from '../../../mail/letter.ts';
import { type Addressed, appName, defineMails, ownWords } from '../../../mail/send-mail.ts';
import type { Deps } from '../../../deps.ts';

const CorrectionMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('corrected'), appId: z.uuid(), fields: z.array(z.string()) }),
  // The app is gone by then, with its title.
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
  if (!found || found.person.email === null) return null;
  const { title, person } = found;
  const name = appName(title, person);
  const what = listed(fields.flatMap((field) => nameOfField(field) ?? []));
  const letter = compose({
    subject: `We have corrected ${name.inSubject}`,
    to: ownWords(person.firstName, person),
    publicUrl: config.publicUrl,
    why: whyMailed.maker,
    paragraphs: [
      `A moderator corrected the ${what} of ${name.inText}. Nothing else changed.`,
      'If something is wrong, you can change it.',
    ],
    action: { label: 'Your submissions', url: `${config.publicUrl}/profile` },
  });
  return { to: found.person.email, ...letter };
}

async function writeDeleted(
  { db, config }: Deps,
  { userId, title, reason }: Extract<CorrectionMail, { kind: 'deleted' }>,
): Promise<Addressed | null> {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person || person.email === null) return null;
  const name = appName(title, person);
  const letter = compose({
    subject: `${atStart(name.inSubject)} was deleted`,
    to: ownWords(person.firstName, person),
    publicUrl: config.publicUrl,
    why: whyMailed.maker,
    paragraphs: [
      `A moderator has deleted ${name.inText}, with its votes and numbers.`,
      ...(reason === null ? [] : [`Reason:\n${reason}`]),
      'Once the problem is fixed, you can submit it again. It is reviewed as a new app.',
    ],
    action: { label: 'Submit an app', url: `${config.publicUrl}/submit` },
  });
  return { to: person.email, ...letter };
}

async function writeReported(
  { db, config }: Deps,
  { userId, title }: Extract<CorrectionMail, { kind: 'reported' }>,
): Promise<Addressed | null> {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person || person.email === null) return null;
  const name = appName(title, person, 'an app');
  const letter = compose({
    subject: `Your report of ${name.inSubject}`,
    to: ownWords(person.firstName, person),
    publicUrl: config.publicUrl,
    why: whyMailed.reporter,
    paragraphs: [`Thanks for reporting ${name.inText}.`, 'A moderator reviewed it and deleted the app.'],
  });
  return { to: person.email, ...letter };
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
