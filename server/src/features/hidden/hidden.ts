import { HIDDEN_MAX, type Hidden, type ListedHidden } from '@zapdeck/contract/feed/hidden';
import { Id } from '@zapdeck/contract/wire/primitives';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { hidden } from '../../db/schema/hidden.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { publicName } from '../../accounts/person-name.ts';
import { SHOWN_HANDLE } from '../listings/present/present-app.ts';

/** Returns everything that the user hides, latest first. */
export async function readHidden(db: Db, userId: string): Promise<ListedHidden[]> {
  const rows = await db
    .select({
      kind: hidden.kind,
      value: hidden.value,
      createdAt: hidden.createdAt,
      handle: sql<string | null>`${sql.raw(SHOWN_HANDLE)}`,
      firstName: users.firstName,
      email: users.email,
    })
    .from(hidden)
    .leftJoin(users, eq(users.id, hidden.makerId))
    .where(eq(hidden.userId, userId))
    .orderBy(desc(hidden.createdAt), hidden.kind, hidden.value);
  return rows.map(({ kind, value, createdAt, handle, ...maker }) => ({
    kind,
    value: handle ?? value,
    name: kind === 'maker' ? publicName(maker) : value,
    createdAt: createdAt.toISOString(),
  }));
}

async function findMakerId(db: Db, handleOrId: string): Promise<string | undefined> {
  const id = Id.safeParse(handleOrId).data;
  const isMaker = id === undefined ? eq(users.handle, handleOrId.toLowerCase()) : eq(users.id, id);
  const [maker] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isMaker, eq(users.isGuest, false)));
  return maker?.id;
}

/** Hides a category, tag or maker from the user. Rejects with `user_not_found`, `hidden_full` or `unauthorized`. */
export async function hide(db: Db, userId: string, { kind, value }: Hidden, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, userId);
    const makerId = kind === 'maker' ? await findMakerId(tx, value) : null;
    if (makerId === undefined) throw new Refusal('user_not_found');
    const added = await tx
      .insert(hidden)
      .values({ userId, kind, value: makerId ?? value, makerId, createdAt: now })
      .onConflictDoNothing()
      .returning({ value: hidden.value });
    if (added.length > 0 && (await tx.$count(hidden, eq(hidden.userId, userId))) > HIDDEN_MAX)
      throw new Refusal('hidden_full');
  });
}

/** Shows a category, tag or maker to the user again, if it is hidden. */
export async function showAgain(db: Db, userId: string, { kind, value }: Hidden): Promise<void> {
  const stored = kind === 'maker' ? await findMakerId(db, value) : value;
  if (stored === undefined) return;
  await db
    .delete(hidden)
    .where(and(eq(hidden.userId, userId), eq(hidden.kind, kind), eq(hidden.value, stored)));
}
