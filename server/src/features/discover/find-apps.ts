import type { Db } from '../../db/client.ts';
import { type PublicApp, readPublicApps } from '../pages/common/find-app.ts';
import { searchApps, type SearchResult } from '../search/search-apps.ts';

/** Returns the approved apps with these ids, in the order of the ids. */
export async function readInOrder(db: Db, ids: readonly string[]): Promise<PublicApp[]> {
  const byId = new Map((await readPublicApps(db, ids)).map((found) => [found.id, found]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface FoundApps extends Omit<SearchResult, 'ids'> {
  apps: PublicApp[];
}

/** Returns the apps that match a query, best match first. */
export async function findApps(db: Db, query: string, limit: number): Promise<FoundApps> {
  const { ids, ...found } = await searchApps(db, query, { limit });
  return { ...found, apps: await readInOrder(db, ids) };
}
