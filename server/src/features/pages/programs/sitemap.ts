import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { and, asc, eq, exists, gt, gte, isNotNull, isNull, lt, max } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { makerPages } from '../../../db/schema/maker-pages.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { html, type Markup, XML_DECLARATION } from '../../../http/html.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { categoryPath, deckPath, listedKinds } from '../common/public-decks.ts';

/** Below the 50,000 that sitemaps.org allows, because writing a file blocks other requests. */
export const SITEMAP_MAX = 5_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Reach {
  db: Db;
  publicUrl: string;
  /** Approval numbers per file. A file has at most as many URLs. */
  size: number;
}

async function lastApproval(db: Db): Promise<number> {
  const { last } = one(
    await db
      .select({ last: max(apps.approvalNo) })
      .from(apps)
      .where(eq(apps.status, 'approved')),
  );
  return last ?? 0;
}

const urlset = (urls: readonly Markup[]): string =>
  html`${XML_DECLARATION}
<urlset xmlns="${NAMESPACE}">
${urls}</urlset>
`.text;

async function readOwnPages({ db, publicUrl }: Reach): Promise<Markup[]> {
  const used = await db.selectDistinct({ name: apps.category }).from(apps).where(eq(apps.status, 'approved'));
  const categories = used.flatMap(({ name }) => categoryPath(name) ?? []).sort();
  const decks = listedKinds.map((kind) => deckPath({ kind, value: null }));
  const paths = ['/', '/about', TODAY_PATH, DISCOVER_PATH, ...decks, ...categories];
  return paths.map((path) => html`<url><loc>${publicUrl}${path}</loc></url>\n`);
}

/** A part covers a fixed range of approval numbers, so new approvals change only the last part. */
async function readPart({ db, publicUrl, size }: Reach, part: number): Promise<Markup[]> {
  const isPart = and(gte(apps.approvalNo, part * size), lt(apps.approvalNo, (part + 1) * size));
  const rows = await db
    .select({ id: apps.id, title: apps.title, updatedAt: apps.updatedAt })
    .from(apps)
    .where(and(eq(apps.status, 'approved'), gt(apps.approvalNo, 0), isPart))
    .orderBy(asc(apps.approvalNo));
  return rows.map(
    (app) =>
      html`<url><loc>${publicUrl}${pagePath(app)}</loc><lastmod>${app.updatedAt.toISOString()}</lastmod></url>\n`,
  );
}

const listedMakers = (db: Db) =>
  and(
    isNotNull(users.handle),
    isNull(users.suspendedAt),
    exists(
      db
        .select({ id: apps.id })
        .from(apps)
        .where(and(eq(apps.submittedBy, users.id), eq(apps.status, 'approved'))),
    ),
  );

async function readMakers({ db, publicUrl, size }: Reach, part: number): Promise<Markup[]> {
  const rows = await db
    .select({ handle: users.handle, updatedAt: makerPages.updatedAt })
    .from(users)
    .innerJoin(makerPages, eq(makerPages.userId, users.id))
    .where(listedMakers(db))
    .orderBy(asc(users.handle))
    .limit(size)
    .offset(part * size);
  return rows.map(
    ({ handle, updatedAt }) =>
      html`<url><loc>${publicUrl}${MAKERS_PATH}${handle}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`,
  );
}

async function makerParts({ db, size }: Reach): Promise<number> {
  return Math.ceil((await db.$count(users, listedMakers(db))) / size);
}

/** Returns the sitemap. If it has too many URLs, returns an index of its parts. */
export async function readSitemap(reach: Reach): Promise<string> {
  const { db, publicUrl, size } = reach;
  const parts = Math.floor((await lastApproval(db)) / size) + 1;
  const makers = await makerParts(reach);
  if (parts === 1 && makers <= 1)
    return urlset([
      ...(await readOwnPages(reach)),
      ...(await readPart(reach, 0)),
      ...(await readMakers(reach, 0)),
    ]);
  const named = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, part) => html`<sitemap><loc>${publicUrl}/sitemap-${name}${part + 1}.xml</loc></sitemap>\n`,
    );
  const files = [...named('', parts), ...named('makers-', makers)];
  return html`${XML_DECLARATION}
<sitemapindex xmlns="${NAMESPACE}">
${files}</sitemapindex>
`.text;
}

export async function readSitemapPart(reach: Reach, number: number): Promise<string | undefined> {
  const part = number - 1;
  if (!Number.isSafeInteger(part) || part < 0 || part * reach.size > (await lastApproval(reach.db)))
    return undefined;
  const urls = await readPart(reach, part);
  return urlset(part === 0 ? [...(await readOwnPages(reach)), ...urls] : urls);
}

/** Returns part `number` (from 1) of the makers' pages, or undefined. */
export async function readMakersPart(reach: Reach, number: number): Promise<string | undefined> {
  const urls = await readMakers(reach, number - 1);
  return urls.length === 0 ? undefined : urlset(urls);
}
