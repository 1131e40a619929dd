import { MILESTONES } from '@zapdeck/contract/mail-preferences';
import { picturePath } from '@zapdeck/contract/picture-paths';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { viewBudgets } from '../../db/schema/first-views.table.ts';
import { users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { named } from '../../mail/letter.ts';
import { type Addressed, defineMails } from '../../mail/send-mail.ts';
import { readPreferences, readUnsubscribeToken } from '../makers/mail-preferences.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import { readWeek, type WeekOfApp } from './week.ts';

const MakerMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('likes'), appId: z.uuid() }),
  z.object({ kind: z.literal('views'), appId: z.uuid() }),
  z.object({ kind: z.literal('report'), budgetId: z.uuid() }),
  z.object({ kind: z.literal('weekly'), userId: z.uuid(), week: z.iso.date() }),
]);

const whole = new Intl.NumberFormat('en');
const counted = (count: number, one: string, other = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : other}`;

const isReachable = and(isNotNull(users.emailVerifiedAt), isNotNull(users.email), isNull(users.suspendedAt));

async function unsubscribeOf(db: Db, userId: string, kind: 'milestones' | 'weekly', publicUrl: string) {
  const token = await readUnsubscribeToken(db, userId);
  return { label: 'Unsubscribe', url: publicUrl + unsubscribePath({ kind, token }) };
}

async function writeMilestone(
  { db, instance, config: { publicUrl } }: Deps,
  { kind, appId }: { kind: 'likes' | 'views'; appId: string },
): Promise<Addressed | null> {
  const [found] = await db
    .select({
      title: apps.title,
      picture: apps.picture,
      upvotes: apps.upvotes,
      views: apps.views,
      reader: users,
    })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(eq(apps.id, appId), eq(apps.status, 'approved'), isReachable));
  if (!found || !(await readPreferences(db, found.reader.id)).milestones) return null;
  const { reader, picture, upvotes, views } = found;
  const name = named(found.title);
  const stop = await unsubscribeOf(db, reader.id, 'milestones', publicUrl);
  return {
    to: reader,
    subject: `${name} has its first ${MILESTONES[kind]} ${kind}`,
    picture: picture === null ? undefined : publicUrl + picturePath(picture, 480),
    paragraphs: [
      `${name} has reached its first ${MILESTONES[kind]} ${kind} on ${instance().name}. As of now: ${counted(upvotes, 'like')} and ${counted(views, 'view')}.`,
    ],
    action: { label: 'See how it is doing', url: `${publicUrl}/my-app?app=${appId}` },
    why: 'You get this once for each of your apps.',
    stop,
  };
}

async function writeReport(
  { db, config: { publicUrl } }: Deps,
  { budgetId }: { budgetId: string },
): Promise<Addressed | null> {
  const [found] = await db
    .select({ app: apps, kind: viewBudgets.kind, views: viewBudgets.views, reader: users })
    .from(viewBudgets)
    .innerJoin(apps, eq(apps.id, viewBudgets.appId))
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(eq(viewBudgets.id, budgetId), eq(apps.status, 'approved'), isReachable));
  if (!found || !(await readPreferences(db, found.reader.id)).milestones) return null;
  const { app, kind, views, reader } = found;
  const name = named(app.title);
  const what = kind === 'first' ? 'app' : 'new version';
  return {
    to: reader,
    subject:
      kind === 'first' ? `${name}: your first report is ready` : `${name}: the report of your new version`,
    picture: app.picture === null ? undefined : publicUrl + picturePath(app.picture, 480),
    paragraphs: [
      `${counted(views, 'person has', 'people have')} seen your ${what} for the first time. The report says how many liked it, how long they tried it, and how that compares with other apps.`,
    ],
    action: { label: 'Read the report', url: `${publicUrl}/my-app?app=${app.id}` },
    why: 'You get this once for each app, and for each new version.',
    stop: await unsubscribeOf(db, reader.id, 'milestones', publicUrl),
  };
}

const lineOf = ({ title, views, likes, visits }: WeekOfApp) =>
  `${named(title)}: ${counted(views, 'view')}, ${counted(likes, 'like')}, ${counted(visits, 'page visit')}`;

async function writeWeek(
  { db, instance, config: { publicUrl } }: Deps,
  { userId, week }: { userId: string; week: string },
): Promise<Addressed | null> {
  const [reader] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isReachable));
  if (!reader || !(await readPreferences(db, userId)).weekly) return null;
  const { listed, others } = await readWeek(db, userId, week);
  if (listed.length === 0) return null;
  const stop = await unsubscribeOf(db, userId, 'weekly', publicUrl);
  const rest = others === 0 ? [] : [`There is news about ${counted(others, 'more app')} too.`];
  return {
    to: reader,
    subject: `Your week on ${instance().name}`,
    paragraphs: [
      `This is what happened to your apps in the week from Monday, ${week}:`,
      listed.map(lineOf).join('\n'),
      ...rest,
    ],
    action: { label: 'Your apps', url: `${publicUrl}/profile` },
    why: "Sent on Mondays when there's news.",
    stop,
  };
}

export const makerMails = defineMails({
  name: 'maker-mails',
  data: MakerMail,
  write(deps, mail) {
    switch (mail.kind) {
      case 'weekly':
        return writeWeek(deps, mail);
      case 'report':
        return writeReport(deps, mail);
      default:
        return writeMilestone(deps, mail);
    }
  },
});
