import type { AppNote } from '@zapdeck/contract/apps/admin-app';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { desc, eq } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../db/columns.ts';
import type { ListPage } from '../../../db/paging.ts';
import { appNotes } from '../../../db/schema/app-notes.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { personColumns, users } from '../../../db/schema/users.table.ts';
import { lockModerator, type Moderator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';

export async function requireApp(db: Db, id: string): Promise<void> {
  const found = await db.select({ id: apps.id }).from(apps).where(eq(apps.id, id));
  if (found.length === 0) throw new Refusal('app_not_found');
}

function selectNotes(db: Db) {
  return db
    .select({ note: appNotes, author: personColumns })
    .from(appNotes)
    .leftJoin(users, eq(users.id, appNotes.authorId));
}

type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

function presentNote({ note: { id, text, createdAt }, author }: NoteRow): AppNote {
  return { id, text, author, createdAt: createdAt.toISOString() };
}

export async function listNotes(
  db: Db,
  appId: string,
  { limit, offset }: PageQuery,
): Promise<ListPage<AppNote>> {
  await requireApp(db, appId);
  const rows = await selectNotes(db)
    .where(eq(appNotes.appId, appId))
    .orderBy(desc(appNotes.createdAt), desc(appNotes.id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentNote), total: await db.$count(appNotes, eq(appNotes.appId, appId)) };
}

export async function writeNote(
  db: Db,
  { appId, text, moderator, now }: { appId: string; text: string; moderator: Moderator; now: Date },
): Promise<AppNote> {
  return inTransaction(db, async (tx) => {
    await lockModerator(tx, moderator);
    const found = await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, appId)).for('key share');
    if (found.length === 0) throw new Refusal('app_not_found');
    const id = newId();
    await tx.insert(appNotes).values({ id, appId, authorId: moderator.id, text, createdAt: now });
    return presentNote(one(await selectNotes(tx).where(eq(appNotes.id, id))));
  });
}
