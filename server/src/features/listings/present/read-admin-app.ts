import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from './present-app.ts';

export async function readAdminApp(db: Db, id: string, viewer: Viewer): Promise<AdminApp> {
  const row = one(await withVotes(db, viewer, await selectApps(db).where(eq(apps.id, id))));
  const { reviewReason } = row.app;
  const inTheirs = await reasonsIn(db, viewer.language, [reviewReason]);
  return { ...presentAdminApp(row, viewer), reviewReason: inTheirs(reviewReason) };
}
