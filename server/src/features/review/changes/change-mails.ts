import { AppChange } from '@zapdeck/contract/app-changes';
import { nameOfField } from '@zapdeck/contract/listing';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { listed, whyMailed } from '../../../mail/letter.ts';
import { appName, defineMails } from '../../../mail/send-mail.ts';

/** Returns the name of a changed field. Undefined for properties of the page, which the mail leaves out. */
const nameOfChange = (field: AppChange['field']) =>
  field === 'picture' || field === 'version' ? field : nameOfField(field);

export const changeMails = defineMails({
  name: 'change-mails',
  data: z.object({
    kind: z.enum(['accepted', 'refused']),
    appId: z.uuid(),
    fields: z.array(AppChange.shape.field),
    reason: z.nullable(z.string()),
  }),
  async write({ db, config: { publicUrl } }, { kind, appId, fields, reason }) {
    const [found] = await db
      .select({ title: apps.title, person: users })
      .from(apps)
      .innerJoin(users, eq(users.id, apps.submittedBy))
      .where(eq(apps.id, appId));
    if (!found) return null;
    const { title, person } = found;
    const name = appName(title, person);
    const what = listed(fields.flatMap((field) => nameOfChange(field) ?? []));
    const outcome =
      kind === 'accepted'
        ? `We approved the ${what} that you changed in ${name.inText}. Everyone sees the new version from now on.`
        : `We did not approve the ${what} that you changed in ${name.inText}. Everyone sees the approved version.`;
    return {
      to: person,
      subject:
        kind === 'accepted'
          ? `Your changes to ${name.inSubject} are approved`
          : `Your changes to ${name.inSubject} were not accepted`,
      why: whyMailed.maker,
      paragraphs: [
        outcome,
        ...(reason === null ? [] : [`Reason:\n${reason}`]),
        ...(kind === 'accepted' ? [] : ['You can change it again at any time.']),
      ],
      action: { label: 'Your app', url: `${publicUrl}/my-app?app=${appId}` },
    };
  },
});
