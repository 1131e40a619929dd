import type { MakerPage, MakerPageForm } from '@zapdeck/contract/maker-page';
import { MAKERS_PATH } from '@zapdeck/contract/pages';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { makerPages } from '../../db/schema/maker-pages.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';

const TAKEN = 'This name is taken. Please choose another.';

/** What a maker's page is made of, but for their apps. */
export interface PublicMaker {
  userId: string;
  handle: string;
  name: string;
  line: string;
  links: string[];
  updatedAt: Date;
}

const columns = {
  userId: users.id,
  name: makerPages.name,
  line: makerPages.line,
  links: makerPages.links,
  updatedAt: makerPages.updatedAt,
};

/** The page under this handle; undefined where there is none, or its maker is suspended. */
export async function findMaker(db: Db, handle: string): Promise<PublicMaker | undefined> {
  const [found] = await db
    .select(columns)
    .from(users)
    .innerJoin(makerPages, eq(makerPages.userId, users.id))
    .where(and(eq(users.handle, handle), isNull(users.suspendedAt)));
  return found && { ...found, handle };
}

/** The page of this member, as they see it; null while they have none. */
export async function readOwnPage(
  db: Db,
  { id, handle }: Pick<UserRow, 'id' | 'handle'>,
  publicUrl: string,
): Promise<MakerPage | null> {
  const [page] = await db.select().from(makerPages).where(eq(makerPages.userId, id));
  if (!page || handle === null) return null;
  const { name, line, links } = page;
  return { handle, name, line, links, pageUrl: publicUrl + MAKERS_PATH + handle };
}

/** Makes or changes the page of a member. Refuses with `handle_taken` a handle of somebody else's. */
export async function savePage(
  db: Db,
  { userId, form, now }: { userId: string; form: MakerPageForm; now: Date },
): Promise<void> {
  const { handle, name, line } = form;
  const said = { name, line, links: [...new Set(form.links)], updatedAt: now };
  try {
    await db.transaction(async (tx) => {
      await tx.update(users).set({ handle }).where(eq(users.id, userId));
      await tx
        .insert(makerPages)
        .values({ userId, ...said, createdAt: now })
        .onConflictDoUpdate({ target: makerPages.userId, set: said });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'users_handle_key')) throw error;
    throw new Refusal('handle_taken', { message: TAKEN, fields: { handle: TAKEN } });
  }
}

/** Takes the page of a member away, and frees its handle. */
export async function removePage(db: Db, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ handle: null }).where(eq(users.id, userId));
    await tx.delete(makerPages).where(eq(makerPages.userId, userId));
  });
}
