import { Id } from '@zapdeck/contract/wire/primitives';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { readPagePath, slugOf } from '../../listings/present/page-address.ts';
import { readableName } from '../../../accounts/person-name.ts';
import { SHOWN_HANDLE } from '../../listings/present/present-app.ts';

const RECENT = 60;
const OTHERS = 6;

const publicColumns = {
  id: apps.id,
  title: apps.title,
  description: apps.description,
  url: apps.url,
  language: apps.language,
  category: apps.category,
  tags: apps.tags,
  picture: apps.picture,
  colour: apps.colour,
  upvotes: apps.upvotes,
  createdAt: apps.createdAt,
  reviewedAt: apps.reviewedAt,
  updatedAt: apps.updatedAt,
  verifiedAt: apps.verifiedAt,
};

export interface PublicApp {
  id: string;
  title: string;
  description: string;
  url: string;
  language: string | null;
  category: string;
  tags: string[];
  picture: string | null;
  colour: string | null;
  upvotes: number;
  /** The maker's first name, or null. Never contains an email address. */
  by: string | null;
  handle: string | null;
  isVerified: boolean;
  publishedAt: Date;
  updatedAt: Date;
}

type PublicAppRow = Omit<PublicApp, 'by' | 'isVerified' | 'publishedAt'> & {
  verifiedAt: Date | null;
  createdAt: Date;
  reviewedAt: Date | null;
  firstName: string | null;
};

function toPublic({ createdAt, reviewedAt, firstName, verifiedAt, ...app }: PublicAppRow): PublicApp {
  return {
    ...app,
    by: readableName(firstName),
    isVerified: verifiedAt !== null,
    publishedAt: reviewedAt ?? createdAt,
  };
}

const isApproved = eq(apps.status, 'approved');
const isReachable = ne(apps.frameStatus, 'unreachable');

function selectPublicApps(db: Db) {
  return db
    .select({
      ...publicColumns,
      firstName: users.firstName,
      handle: sql<string | null>`${sql.raw(SHOWN_HANDLE)}`,
    })
    .from(apps)
    .leftJoin(users, eq(users.id, apps.submittedBy))
    .$dynamic();
}

/** Returns the approved app with this id. */
export async function readPublicApp(db: Db, id: string): Promise<PublicApp | undefined> {
  const [row] = await selectPublicApps(db).where(and(eq(apps.id, id), isApproved));
  return row && toPublic(row);
}

/** Returns the approved apps among the ids, in any order. */
export async function readPublicApps(db: Db, ids: readonly string[]): Promise<PublicApp[]> {
  if (ids.length === 0) return [];
  const rows = await selectPublicApps(db).where(and(isOneOf(apps.id, ids), isApproved));
  return rows.map(toPublic);
}

/** Finds an approved app by id or page name. If apps share a short id, the title decides, then age. */
export async function findByPage(db: Db, name: string): Promise<PublicApp | undefined> {
  if (Id.safeParse(name).success) return readPublicApp(db, name);
  const address = readPagePath(name);
  if (!address) return undefined;
  const rows = await selectPublicApps(db)
    .where(and(eq(sql`right(${apps.id}::text, 12)`, address.key), isApproved))
    .orderBy(asc(apps.createdAt), asc(apps.id));
  const found = rows.find(({ title }) => slugOf(title) === address.slug) ?? rows[0];
  return found && toPublic(found);
}

/** Returns the latest approved apps, of one category if given. */
export async function readNewest(db: Db, limit: number, category?: string): Promise<PublicApp[]> {
  const rows = await selectPublicApps(db)
    .where(and(isApproved, category === undefined ? undefined : eq(apps.category, category)))
    .orderBy(desc(apps.approvalNo))
    .limit(limit);
  return rows.map(toPublic);
}

export type OtherApp = Pick<PublicApp, 'id' | 'title' | 'language' | 'category' | 'picture' | 'colour'>;

const otherColumns = {
  id: apps.id,
  title: apps.title,
  language: apps.language,
  category: apps.category,
  picture: apps.picture,
  colour: apps.colour,
};

/** Returns the six best recent apps of the category, topped up from others. Excludes unreachable apps. */
export async function readOthers(
  db: Db,
  { id, category }: Pick<PublicApp, 'id' | 'category'>,
): Promise<OtherApp[]> {
  const recent = db
    .select({ ...otherColumns, rankingScore: apps.rankingScore })
    .from(apps)
    .where(and(isApproved, isReachable, eq(apps.category, category), ne(apps.id, id)))
    .orderBy(desc(apps.approvalNo))
    .limit(RECENT)
    .as('recent');
  const similar = await db
    .select({
      id: recent.id,
      title: recent.title,
      language: recent.language,
      category: recent.category,
      picture: recent.picture,
      colour: recent.colour,
    })
    .from(recent)
    .orderBy(desc(recent.rankingScore), desc(recent.id))
    .limit(OTHERS);
  if (similar.length === OTHERS) return similar;
  const best = await db
    .select(otherColumns)
    .from(apps)
    .where(and(isApproved, isReachable, ne(apps.category, category)))
    .orderBy(...[apps.rankingScore, apps.createdAt, apps.id].map((key) => sql`${key} DESC NULLS FIRST`))
    .limit(OTHERS - similar.length);
  return [...similar, ...best];
}

/** Returns a maker's approved apps, newest submission first. */
export async function readAppsOf(db: Db, userId: string, limit: number): Promise<PublicApp[]> {
  const rows = await selectPublicApps(db)
    .where(and(isApproved, eq(apps.submittedBy, userId)))
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit);
  return rows.map(toPublic);
}
