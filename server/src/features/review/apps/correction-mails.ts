import { nameOfField } from '@zapdeck/contract/apps/listing';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { listed, reasonParagraph, whyMailed } from '../../../mail/letter.ts';
import { reporterMail, type Addressed, appName, defineMails, speechTo } from '../../../mail/send-mail.ts';
import type { Deps } from '../../../deps.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';

const CorrectionMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('corrected'), appId: z.uuid(), fields: z.array(z.string()) }),
  // The app and its title may be deleted before the mail is sent.
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
  deps: Deps,
  { appId, fields }: Extract<CorrectionMail, { kind: 'corrected' }>,
): Promise<Addressed | null> {
  const { db, config } = deps;
  const [found] = await db
    .select({ title: apps.title, person: users })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(eq(apps.id, appId));
  if (!found) return null;
  const { title, person } = found;
  const speech = speechTo(person, deps);
  const { say, sayMarked } = speech;
  const name = appName(title, person, speech);
  const names = fields.flatMap((field) => nameOfField(field) ?? []).map(sayMarked);
  return {
    to: person,
    subject: say(
      '{named, select, yes {We have corrected {name}} other {We have corrected your app}}',
      name.inSubject,
    ),
    why: sayMarked(whyMailed.maker),
    paragraphs: [
      say(
        '{named, select, yes {A moderator corrected {name}: {fields}. Nothing else changed.} other {A moderator corrected your app: {fields}. Nothing else changed.}}',
        { ...name.inText, fields: listed(names, speech) },
      ),
      say('If the correction is wrong, you can edit your app.'),
    ],
    action: { label: say('Your submissions'), url: `${config.publicUrl}/profile` },
  };
}

async function writeDeleted(
  deps: Deps,
  { userId, title, reason }: Extract<CorrectionMail, { kind: 'deleted' }>,
): Promise<Addressed | null> {
  const [person] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!person) return null;
  const speech = speechTo(person, deps);
  const { say, sayMarked } = speech;
  const name = appName(title, person, speech);
  const said = (await reasonsIn(deps.db, speech.language, [reason]))(reason);
  return {
    to: person,
    subject: say('{named, select, yes {{name} was deleted} other {Your app was deleted}}', name.inSubject),
    why: sayMarked(whyMailed.maker),
    paragraphs: [
      say(
        '{named, select, yes {A moderator has deleted {name}, with its votes and numbers.} other {A moderator has deleted your app, with its votes and numbers.}}',
        name.inText,
      ),
      ...(said === null ? [] : [reasonParagraph(said, speech)]),
      say('Once the problem is fixed, you can submit it again. It is reviewed as a new app.'),
    ],
    action: { label: say('Submit an app'), url: `${deps.config.publicUrl}/submit` },
  };
}

async function writeReported(
  deps: Deps,
  { userId, title }: Extract<CorrectionMail, { kind: 'reported' }>,
): Promise<Addressed | null> {
  const [person] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!person) return null;
  const speech = speechTo(person, deps);
  return reporterMail(person, title, speech, [speech.say('A moderator reviewed it and deleted the app.')]);
}

export const correctionMails = defineMails({
  name: 'correction-mails',
  data: CorrectionMail,
  write(deps: Deps, mail) {
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
