import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { waitingVersions } from '../../../db/schema/first-views.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../../db/schema/waiting-words.table.ts';

/** Columns of waiting changes. Select them together with `apps` and left joins of their tables. */
export const waitingColumns = {
  waitingUrl: waitingUrls.url,
  waitingTitle: waitingWords.title,
  waitingDescription: waitingWords.description,
  waitingVersion: waitingVersions.note,
};

export type WaitingChanges = Record<keyof typeof waitingColumns, string | null>;

export const nothingWaits: WaitingChanges = {
  waitingUrl: null,
  waitingTitle: null,
  waitingDescription: null,
  waitingVersion: null,
};

export function hasWaiting(app: WaitingChanges): boolean {
  return Object.keys(waitingColumns).some((name) => app[name as keyof WaitingChanges] !== null);
}

/** Deletes the waiting changes of the apps and returns them by app. The caller locks the apps. */
export async function dropWaiting(tx: Db, appIds: readonly string[]): Promise<Map<string, WaitingChanges>> {
  const rows = await tx
    .select({ appId: apps.id, ...waitingColumns })
    .from(apps)
    .leftJoin(waitingUrls, eq(waitingUrls.appId, apps.id))
    .leftJoin(waitingWords, eq(waitingWords.appId, apps.id))
    .leftJoin(waitingVersions, eq(waitingVersions.appId, apps.id))
    .where(isOneOf(apps.id, appIds));
  const waiting = new Map(rows.filter(hasWaiting).map(({ appId, ...changes }) => [appId, changes]));
  const ids = [...waiting.keys()];
  await tx.delete(waitingUrls).where(inArray(waitingUrls.appId, ids));
  await tx.delete(waitingWords).where(inArray(waitingWords.appId, ids));
  await tx.delete(waitingVersions).where(inArray(waitingVersions.appId, ids));
  return waiting;
}

/** Deletes waiting values that a moderator's correction has already set. */
export async function dropFulfilled(tx: Db, appId: string, corrected: Partial<AppRow>): Promise<void> {
  const { url = null, title = null, description = null } = corrected;
  await tx.delete(waitingUrls).where(and(eq(waitingUrls.appId, appId), sql`${waitingUrls.url} = ${url}`));
  const left = {
    title: sql<string | null>`nullif(${waitingWords.title}, ${title})`,
    description: sql<string | null>`nullif(${waitingWords.description}, ${description})`,
  };
  const isOfApp = eq(waitingWords.appId, appId);
  await tx
    .delete(waitingWords)
    .where(and(isOfApp, sql`coalesce(${left.title}, ${left.description}) IS NULL`));
  await tx.update(waitingWords).set(left).where(isOfApp);
}

interface WantedWords extends Pick<WaitingChanges, 'waitingTitle' | 'waitingDescription'> {
  appId: string;
  askedBy: string;
  now: Date;
}

export async function replaceWaitingWords(tx: Db, wanted: WantedWords): Promise<void> {
  const { appId, waitingTitle: title, waitingDescription: description, askedBy, now } = wanted;
  await tx.delete(waitingWords).where(eq(waitingWords.appId, appId));
  if (title === null && description === null) return;
  await tx.insert(waitingWords).values({ appId, title, description, askedBy, createdAt: now });
}
