import { asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/constraints.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';

const urlKeyOf = (url: string): SQL => sql`url_key(${url})`;

/** Returns the app at the address. Also compares URLs, because keys of older duplicates can differ. */
export async function findAppAt(
  db: Db,
  url: string,
  exceptId?: string,
): Promise<Pick<AppRow, 'id' | 'title' | 'status'> | undefined> {
  const found = await db
    .select({ id: apps.id, title: apps.title, status: apps.status })
    .from(apps)
    .where(or(eq(apps.urlKey, urlKeyOf(url)), eq(apps.url, url)))
    .orderBy(asc(apps.createdAt), asc(apps.id));
  return found.find(({ id }) => id !== exceptId);
}

/** Returns true if another app has this URL in a change that waits for review. */
export async function isAwaited(db: Db, url: string, exceptId?: string): Promise<boolean> {
  const found = await db
    .select({ appId: waitingUrls.appId })
    .from(waitingUrls)
    .where(or(eq(waitingUrls.urlKey, urlKeyOf(url)), eq(waitingUrls.url, url)));
  return found.some(({ appId }) => appId !== exceptId);
}

/** Returns true if the error is a violation of a unique index on URLs. */
export function isUrlTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'apps_duplicate_key') || isUniqueViolation(error, 'apps_url_key');
}
