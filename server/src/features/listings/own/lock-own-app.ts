import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { lockMember } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { Viewer } from '../present/present-app.ts';

/** Locks the maker, then the app. Rejects with `app_not_found`, `unauthorized` or `session_suspended`. */
export async function lockOwnApp(tx: Db, id: string, maker: Pick<Viewer, 'id'>): Promise<AppRow> {
  await lockMember(tx, maker.id, 'share');
  const isTheirs = and(eq(apps.id, id), eq(apps.submittedBy, maker.id));
  const [app] = await tx.select().from(apps).where(isTheirs).for('no key update');
  if (!app) throw new Refusal('app_not_found');
  return app;
}
