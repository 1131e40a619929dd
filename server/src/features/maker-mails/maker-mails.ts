import { MILESTONES } from '@zapdeck/contract/accounts/mail-preferences';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { apps } from '../../db/schema/apps.table.ts';
import { viewBudgets } from '../../db/schema/first-views.table.ts';
import { users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { named } from '../../mail/letter.ts';
import { type Addressed, defineMails, speechTo } from '../../mail/send-mail.ts';
import { readPreferences, readUnsubscribeToken } from '../makers/mail-preferences.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import type { Speech } from '../../languages/say.ts';
import type { Db } from '../../db/client.ts';

const LISTED_MAX = 20;

interface WeekOfApp {
  title: string;
  views: number;
  likes: number;
  visits: number;
}

/** Reads a week's numbers of the user's apps, most viewed first. `others` is the number of apps beyond LISTED_MAX. */
async function readWeek(
  db: Db,
  userId: string,
  week: string,
): Promise<{ listed: WeekOfApp[]; others: number }> {
  const days = sql`(SELECT generate_series(${week}::date, ${week}::date + 6, interval '1 day')::date)`;
  const counts = (table: SQL, number: SQL) => sql`LATERAL (
    SELECT coalesce(sum(${number}), 0)::int AS count FROM ${table} WHERE app_id = own.id AND day IN ${days})`;
  const { rows } = await db.execute<WeekOfApp & Record<string, unknown>>(sql`
    SELECT own.title, viewed.count AS views, liked.count AS likes, visited.count AS visits
    FROM apps AS own
    CROSS JOIN ${counts(sql`daily_views`, sql`views`)} AS viewed
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM votes WHERE app_id = own.id AND vote_type = 'up'
        AND created_at >= ${week}::timestamp AT TIME ZONE 'UTC' AND created_at < (${week}::date + 7)::timestamp AT TIME ZONE 'UTC') AS liked
    CROSS JOIN ${counts(sql`daily_visits`, sql`visits`)} AS visited
    WHERE own.submitted_by = ${userId} AND own.status = 'approved' AND viewed.count + liked.count + visited.count > 0
    ORDER BY views DESC, likes DESC, visits DESC, own.id`);
  const listed = rows.slice(0, LISTED_MAX);
  return { listed, others: rows.length - listed.length };
}

const MakerMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('likes'), appId: z.uuid() }),
  z.object({ kind: z.literal('views'), appId: z.uuid() }),
  z.object({ kind: z.literal('report'), budgetId: z.uuid() }),
  z.object({ kind: z.literal('weekly'), userId: z.uuid(), week: z.iso.date() }),
]);

const isMailable = and(isNotNull(users.emailVerifiedAt), isNotNull(users.email), isNull(users.suspendedAt));

async function unsubscribeOf(
  { db, config: { publicUrl } }: Deps,
  userId: string,
  kind: 'milestones' | 'weekly',
  { say }: Speech,
) {
  const token = await readUnsubscribeToken(db, userId);
  return { label: say('Unsubscribe'), url: publicUrl + unsubscribePath({ kind, token }) };
}

type Milestone = 'likes' | 'views';

function milestoneSubject(kind: Milestone, name: string, { say }: Speech): string {
  const count = MILESTONES[kind];
  return kind === 'likes'
    ? say('{count, plural, one {{name} has its first like} other {{name} has its first # likes}}', {
        name,
        count,
      })
    : say('{count, plural, one {{name} has its first view} other {{name} has its first # views}}', {
        name,
        count,
      });
}

function milestoneLead(kind: Milestone, name: string, site: string, { say }: Speech): string {
  const values = { name, site, count: MILESTONES[kind] };
  return kind === 'likes'
    ? say(
        '{count, plural, one {{name} has reached its first like on {site}.} other {{name} has reached its first # likes on {site}.}}',
        values,
      )
    : say(
        '{count, plural, one {{name} has reached its first view on {site}.} other {{name} has reached its first # views on {site}.}}',
        values,
      );
}

async function writeMilestone(
  deps: Deps,
  { kind, appId }: { kind: Milestone; appId: string },
): Promise<Addressed | null> {
  const {
    db,
    instance,
    config: { publicUrl },
  } = deps;
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
    .where(and(eq(apps.id, appId), eq(apps.status, 'approved'), isMailable));
  if (!found || !(await readPreferences(db, found.reader.id)).milestones) return null;
  const { reader, picture, upvotes, views } = found;
  const speech = speechTo(reader, deps);
  const { say } = speech;
  const name = named(found.title, speech);
  const stop = await unsubscribeOf(deps, reader.id, 'milestones', speech);
  return {
    to: reader,
    subject: milestoneSubject(kind, name, speech),
    picture: picture === null ? undefined : publicUrl + picturePath(picture, 480),
    paragraphs: [
      milestoneLead(kind, name, instance().name, speech),
      say(
        'As of now: {likes, plural, one {# like} other {# likes}} and {views, plural, one {# view} other {# views}}.',
        { likes: upvotes, views },
      ),
    ],
    action: { label: say('See how it is doing'), url: `${publicUrl}/my-app?app=${appId}` },
    why: say('You get this once for each of your apps.'),
    stop,
  };
}

async function writeReport(deps: Deps, { budgetId }: { budgetId: string }): Promise<Addressed | null> {
  const {
    db,
    config: { publicUrl },
  } = deps;
  const [found] = await db
    .select({ app: apps, kind: viewBudgets.kind, views: viewBudgets.views, reader: users })
    .from(viewBudgets)
    .innerJoin(apps, eq(apps.id, viewBudgets.appId))
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(eq(viewBudgets.id, budgetId), eq(apps.status, 'approved'), isMailable));
  if (!found || !(await readPreferences(db, found.reader.id)).milestones) return null;
  const { app, kind, views, reader } = found;
  const speech = speechTo(reader, deps);
  const { say } = speech;
  const name = named(app.title, speech);
  return {
    to: reader,
    subject:
      kind === 'first'
        ? say('{name}: your first report is ready', { name })
        : say('{name}: the report of your new version', { name }),
    picture: app.picture === null ? undefined : publicUrl + picturePath(app.picture, 480),
    paragraphs: [
      kind === 'first'
        ? say(
            '{views, plural, one {# person has seen your app for the first time.} other {# people have seen your app for the first time.}}',
            { views },
          )
        : say(
            '{views, plural, one {# person has seen your new version for the first time.} other {# people have seen your new version for the first time.}}',
            { views },
          ),
      say(
        'The report says how many liked it, how long they tried it, and how that compares with other apps.',
      ),
    ],
    action: { label: say('Read the report'), url: `${publicUrl}/my-app?app=${app.id}` },
    why: say('You get this once for each app, and for each new version.'),
    stop: await unsubscribeOf(deps, reader.id, 'milestones', speech),
  };
}

const weekLineOf = ({ title, ...counts }: WeekOfApp, speech: Speech): string =>
  speech.say(
    '{name}: {views, plural, one {# view} other {# views}}, {likes, plural, one {# like} other {# likes}}, {visits, plural, one {# page visit} other {# page visits}}',
    { name: named(title, speech), ...counts },
  );

async function writeWeek(
  deps: Deps,
  { userId, week }: { userId: string; week: string },
): Promise<Addressed | null> {
  const {
    db,
    instance,
    config: { publicUrl },
  } = deps;
  const [reader] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isMailable));
  if (!reader || !(await readPreferences(db, userId)).weekly) return null;
  const { listed, others } = await readWeek(db, userId, week);
  if (listed.length === 0) return null;
  const speech = speechTo(reader, deps);
  const { say, locale } = speech;
  const stop = await unsubscribeOf(deps, userId, 'weekly', speech);
  const monday = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(week),
  );
  return {
    to: reader,
    subject: say('Your week on {site}', { site: instance().name }),
    paragraphs: [
      say('This is what happened to your apps in the week from {monday}:', { monday }),
      listed.map((app) => weekLineOf(app, speech)).join('\n'),
      ...(others === 0
        ? []
        : [
            say(
              '{others, plural, one {There is news about # more app too.} other {There is news about # more apps too.}}',
              { others },
            ),
          ]),
    ],
    action: { label: say('Your apps'), url: `${publicUrl}/profile` },
    why: say('Sent on Mondays when there’s news.'),
    stop,
  };
}

export const makerMails = defineMails({
  name: 'maker-mails',
  data: MakerMail,
  write(deps: Deps, mail) {
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
