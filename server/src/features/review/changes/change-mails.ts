import { AppChange } from '@zapdeck/contract/apps/app-changes';
import { nameOfField } from '@zapdeck/contract/apps/listing';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { listed, reasonParagraph, whyMailed } from '../../../mail/letter.ts';
import { appName, defineMails, speechTo } from '../../../mail/send-mail.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';

function nameOfChange(field: AppChange['field']): string | undefined {
  if (field === 'picture') return message('picture');
  return field === 'version' ? message('version') : nameOfField(field);
}

export const changeMails = defineMails({
  name: 'change-mails',
  data: z.object({
    kind: z.enum(['accepted', 'refused']),
    appId: z.uuid(),
    fields: z.array(AppChange.shape.field),
    reason: z.nullable(z.string()),
  }),
  async write(deps, { kind, appId, fields, reason }) {
    const [found] = await deps.db
      .select({ title: apps.title, person: users })
      .from(apps)
      .innerJoin(users, eq(users.id, apps.submittedBy))
      .where(eq(apps.id, appId));
    if (!found) return null;
    const { title, person } = found;
    const speech = speechTo(person, deps);
    const { say, sayMarked } = speech;
    const { inSubject, inText } = appName(title, person, speech);
    const names = fields.flatMap((field) => nameOfChange(field) ?? []).map(sayMarked);
    const about = { ...inText, fields: listed(names, speech) };
    const said = (await reasonsIn(deps.db, speech.language, [reason]))(reason);
    const reasonGiven = said === null ? [] : [reasonParagraph(said, speech)];
    const words =
      kind === 'accepted'
        ? {
            subject: say(
              '{named, select, yes {Your changes to {name} are approved} other {Your changes to your app are approved}}',
              inSubject,
            ),
            paragraphs: [
              say(
                '{named, select, yes {We approved your changes to {name}: {fields}. Everyone sees the new version from now on.} other {We approved your changes to your app: {fields}. Everyone sees the new version from now on.}}',
                about,
              ),
              ...reasonGiven,
            ],
          }
        : {
            subject: say(
              '{named, select, yes {Your changes to {name} were not accepted} other {Your changes to your app were not accepted}}',
              inSubject,
            ),
            paragraphs: [
              say(
                '{named, select, yes {We did not approve your changes to {name}: {fields}. Everyone sees the approved version.} other {We did not approve your changes to your app: {fields}. Everyone sees the approved version.}}',
                about,
              ),
              ...reasonGiven,
              say('You can change it again at any time.'),
            ],
          };
    return {
      to: person,
      ...words,
      why: sayMarked(whyMailed.maker),
      action: { label: say('Your app'), url: `${deps.config.publicUrl}/my-app?app=${appId}` },
    };
  },
});
