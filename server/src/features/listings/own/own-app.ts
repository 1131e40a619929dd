import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppEvent } from '@zapdeck/contract/apps/own-app';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { and, eq } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import { presentOwnEvent, readAppHistory } from '../present/app-history.ts';
import { presentOwnApps, selectApps, type Viewer, withVotes } from '../present/present-app.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

interface OwnAppRef {
  appId: string;
  maker: Pick<Viewer, 'id'>;
}

const isTheirs = ({ appId, maker }: OwnAppRef) => and(eq(apps.id, appId), eq(apps.submittedBy, maker.id));

/** Returns an app of the maker. Rejects with `app_not_found` if there is none. */
export async function requireOwnApp(db: Db, asked: OwnAppRef): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(isTheirs(asked));
  if (!app) throw new Refusal('app_not_found');
  return app;
}

export async function readOwnApp(db: Db, appId: string, maker: Viewer): Promise<OwnApp> {
  const [row] = await withVotes(db, maker, await selectApps(db).where(isTheirs({ appId, maker })));
  if (!row) throw new Refusal('app_not_found');
  return one(await presentOwnApps(db, maker, [row]));
}

export async function readOwnHistory(
  db: Db,
  asked: OwnAppRef,
  page: PageQuery & { language: ShownLanguage },
): Promise<ListPage<OwnAppEvent>> {
  const app = await requireOwnApp(db, asked);
  const { items, total } = await readAppHistory(db, app.id, page);
  return { items: items.map((event) => presentOwnEvent(event, app)), total };
}
