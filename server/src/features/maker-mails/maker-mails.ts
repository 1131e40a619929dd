import { MILESTONES } from '@zapdeck/contract/mail-preferences';
import { picturePath } from '@zapdeck/contract/picture-paths';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { compose, named } from '../../mail/letter.ts';
import { type Addressed, defineMails } from '../../mail/send-mail.ts';
import { readPreferences, readUnsubscribeToken } from '../makers/mail-preferences.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import { readWeek, type WeekOfApp } from './week.ts';

const MakerMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('likes'), appId: z.uuid() }),
  z.object({ kind: z.literal('views'), appId: z.uuid() }),
  z.object({ kind: z.literal('weekly'), userId: z.uuid(), week: z.iso.date() }),
]);

const whole = new Intl.NumberFormat('en');
const counted = (count: number, one: string) => `${whole.format(count)} ${one}${count === 1 ? '' : 's'}`;

const isReachable = and(isNotNull(users.emailVerifiedAt), isNotNull(users.email), isNull(users.suspendedAt));

type Reader = Pick<UserRow, 'id' | 'email' | 'firstName'>;
const readerColumns = { id: users.id, email: users.email, firstName: users.firstName };

async function unsubscribeOf(db: Db, { id }: Reader, kind: 'milestones' | 'weekly', publicUrl: string) {
  const token = await readUnsubscribeToken(db, id);
  return { label: 'Unsubscribe', url: publicUrl + unsubscribePath({ kind, token }) };
}

async function writeMilestone(
  { db, config: { publicUrl } }: Deps,
  { kind, appId }: { kind: 'likes' | 'views'; appId: string },
): Promise<Addressed | null> {
  const [found] = await db
    .select({
      title: apps.title,
      picture: apps.picture,
      upvotes: apps.upvotes,
      views: apps.views,
      reader: readerColumns,
    })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(eq(apps.id, appId), eq(apps.status, 'approved'), isReachable));
  if (!found?.reader.email || !(await readPreferences(db, found.reader.id)).milestones) return null;
  const { reader, picture, upvotes, views } = found;
  const name = named(found.title);
  const stop = await unsubscribeOf(db, reader, 'milestones', publicUrl);
  const mail = compose({
    subject: `${name} has its first ${MILESTONES[kind]} ${kind}`,
    picture: picture === null ? undefined : publicUrl + picturePath(picture, 480),
    to: reader.firstName,
    publicUrl,
    paragraphs: [
      `${name} has reached its first ${MILESTONES[kind]} ${kind} on Zapdeck. As of now: ${counted(upvotes, 'like')} and ${counted(views, 'view')}.`,
    ],
    action: { label: 'See how it is doing', url: `${publicUrl}/my-app?app=${appId}` },
    why: 'You get this once for each of your apps.',
    stop,
  });
  return { to: found.reader.email, ...mail, unsubscribeUrl: stop.url };
}

const lineOf = ({ title, views, likes, visits }: WeekOfApp) =>
  `${named(title)}: ${counted(views, 'view')}, ${counted(likes, 'like')}, ${counted(visits, 'page visit')}`;

async function writeWeek(
  { db, config: { publicUrl } }: Deps,
  { userId, week }: { userId: string; week: string },
): Promise<Addressed | null> {
  const [reader] = await db
    .select(readerColumns)
    .from(users)
    .where(and(eq(users.id, userId), isReachable));
  if (!reader?.email || !(await readPreferences(db, userId)).weekly) return null;
  const { listed, others } = await readWeek(db, userId, week);
  if (listed.length === 0) return null;
  const stop = await unsubscribeOf(db, reader, 'weekly', publicUrl);
  const rest = others === 0 ? [] : [`There is news about ${counted(others, 'more app')} too.`];
  const mail = compose({
    subject: `Your week on Zapdeck`,
    to: reader.firstName,
    publicUrl,
    paragraphs: [
      `This is what happened to your apps in the week from Monday, ${week}:`,
      listed.map(lineOf).join('\n'),
      ...rest,
    ],
    action: { label: 'Your apps', url: `${publicUrl}/profile` },
    why: "Sent on Mondays when there's news.",
    stop,
  });
  return { to: reader.email, ...mail, unsubscribeUrl: stop.url };
}

export const makerMails = defineMails({
  name: 'maker-mails',
  data: MakerMail,
  write: (deps, mail) => (mail.kind === 'weekly' ? writeWeek(deps, mail) : writeMilestone(deps, mail)),
});
