import { and, asc, eq, gt, gte, lt, max } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { html, type Markup, XML_DECLARATION } from '../../../http/html.ts';
import { pagePath } from '../../apps/page-address.ts';

/** Addresses in a file, of the 50,000 that sitemaps.org allows: while one is written, everybody else waits. */
export const SITEMAP_MAX = 5_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Reach {
  db: Db;
  publicUrl: string;
  /** How many approvals a file stands for, which is never fewer than the addresses in it. */
  size: number;
}

/** The number of the latest approval; 0 while there was none. */
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

const home = (publicUrl: string): Markup[] =>
  ['/', '/about'].map((path) => html`<url><loc>${publicUrl}${path}</loc></url>\n`);

/**
 * One file: the apps whose approval has a number of its part of them all, so that no file changes when another app is
 * approved, and none has to walk past the others.
 */
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

/** All addresses that search engines are to know; where they are too many for one file, the list of its parts. */
export async function readSitemap(reach: Reach): Promise<string> {
  const { db, publicUrl, size } = reach;
  const parts = Math.floor((await lastApproval(db)) / size) + 1;
  if (parts === 1) return urlset([...home(publicUrl), ...(await readPart(reach, 0))]);
  const files = Array.from(
    { length: parts },
    (_, part) => html`<sitemap><loc>${publicUrl}/sitemap-${part + 1}.xml</loc></sitemap>\n`,
  );
  return html`${XML_DECLARATION}
<sitemapindex xmlns="${NAMESPACE}">
${files}</sitemapindex>
`.text;
}

/** A part of the sitemap, counted from 1; undefined where there is none. */
export async function readSitemapPart(reach: Reach, number: number): Promise<string | undefined> {
  const part = number - 1;
  if (!Number.isSafeInteger(part) || part < 0 || part * reach.size > (await lastApproval(reach.db)))
    return undefined;
  const urls = await readPart(reach, part);
  return urlset(part === 0 ? [...home(reach.publicUrl), ...urls] : urls);
}
