import type { MakerPage, MakerPageForm } from '@zapdeck/contract/accounts/maker-page';
import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { message, filled, type Marked } from '@zapdeck/contract/wire/message';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { makerPages } from '../../db/schema/maker-pages.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { lockMember } from '../../accounts/locks.ts';
import { refuseOperatorNames } from '../../accounts/person-name.ts';
import { Refusal } from '../../http/refusal.ts';
import { hostOf, rulesAbout, isOwnSite } from '../../urls/host-rules.ts';
import { isPublicHost } from '../../urls/public-address.ts';

const LINKS_REFUSED = message('Links need a confirmed email and an approved app');
const TAKEN = message('This name is taken. Please choose another.');

export interface PublicMaker {
  userId: string;
  handle: string;
  name: string;
  line: string;
  links: string[];
  updatedAt: Date;
}

const mayShowLinks = sql<boolean>`(users.email_verified_at IS NOT NULL
  AND EXISTS (SELECT FROM apps WHERE apps.submitted_by = users.id AND apps.status = 'approved'))`;

const columns = {
  userId: users.id,
  name: makerPages.name,
  line: makerPages.line,
  links: makerPages.links,
  updatedAt: makerPages.updatedAt,
};

/** Refuses links to this site, because its pages may trigger actions such as logout. */
async function findLinkErrors(
  db: Db,
  links: readonly string[],
  publicUrl: string,
): Promise<(Marked | null)[]> {
  const ruleOf = await rulesAbout(db, links.map(hostOf));
  return links.map((link) => {
    if (isOwnSite(new URL(link), { publicUrl })) return message('A link cannot point to this site');
    if (!isPublicHost(hostOf(link))) return message('A link must point to a public website');
    const rule = ruleOf(hostOf(link));
    return rule?.rule === 'blocked' ? filled('{host} is blocked here', { host: rule.host }) : null;
  });
}

export async function findMaker(db: Db, handle: string, publicUrl: string): Promise<PublicMaker | undefined> {
  const [found] = await db
    .select({ ...columns, mayShowLinks })
    .from(users)
    .innerJoin(makerPages, eq(makerPages.userId, users.id))
    .where(and(eq(users.handle, handle), isNull(users.suspendedAt)));
  if (!found) return undefined;
  const { mayShowLinks: hasLinks, ...maker } = found;
  if (!hasLinks) return { ...maker, handle, links: [] };
  const faults = await findLinkErrors(db, maker.links, publicUrl);
  return { ...maker, handle, links: maker.links.filter((_, place) => faults[place] === null) };
}

const presentPage = (
  handle: string,
  { name, line, links }: Pick<PublicMaker, 'name' | 'line' | 'links'>,
  publicUrl: string,
): MakerPage => ({ handle, name, line, links, pageUrl: publicUrl + MAKERS_PATH + handle });

export async function readOwnPage(
  db: Db,
  { id, handle }: Pick<UserRow, 'id' | 'handle'>,
  publicUrl: string,
): Promise<MakerPage | null> {
  const [page] = await db.select().from(makerPages).where(eq(makerPages.userId, id));
  return page && handle !== null ? presentPage(handle, page, publicUrl) : null;
}

interface MakerPageSaving {
  userId: string;
  form: MakerPageForm;
  publicUrl: string;
  now: Date;
}

/** Rejects links of members without a confirmed email address or an approved app, with `invalid_input`. */
async function rejectForbiddenLinks(
  tx: Db,
  { userId, form: { links }, publicUrl }: Pick<MakerPageSaving, 'userId' | 'form' | 'publicUrl'>,
): Promise<void> {
  if (links.length === 0) return;
  const [allowed] = await tx.select({ mayShowLinks }).from(users).where(eq(users.id, userId));
  if (!allowed?.mayShowLinks) throw new Refusal('invalid_input', { fields: { links: LINKS_REFUSED } });
  const faults = await findLinkErrors(tx, links, publicUrl);
  const fields = Object.fromEntries(
    faults.flatMap((fault, place) => (fault === null ? [] : [[`links.${place}`, fault]])),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
}

async function rejectOperatorNames(
  tx: Db,
  { userId, form }: Pick<MakerPageSaving, 'userId' | 'form'>,
): Promise<void> {
  const [before] = await tx
    .select({ handle: users.handle, name: makerPages.name })
    .from(users)
    .leftJoin(makerPages, eq(makerPages.userId, users.id))
    .where(eq(users.id, userId));
  refuseOperatorNames({
    ...(form.handle === before?.handle ? {} : { handle: form.handle }),
    ...(form.name === before?.name ? {} : { name: form.name }),
  });
}

/** Rejects with `handle_taken`, `invalid_input`, `unauthorized` and `session_suspended`. */
export async function savePage(
  db: Db,
  { userId, form, publicUrl, now }: MakerPageSaving,
): Promise<MakerPage> {
  const { handle, name, line } = form;
  const said = { name, line, links: [...new Set(form.links)] };
  try {
    await inTransaction(db, async (tx) => {
      await lockMember(tx, userId);
      await rejectOperatorNames(tx, { userId, form });
      await rejectForbiddenLinks(tx, { userId, form, publicUrl });
      await tx.update(users).set({ handle }).where(eq(users.id, userId));
      await tx
        .insert(makerPages)
        .values({ userId, ...said, createdAt: now, updatedAt: now })
        .onConflictDoUpdate({ target: makerPages.userId, set: { ...said, updatedAt: now } });
    });
    return presentPage(handle, said, publicUrl);
  } catch (error) {
    if (!isUniqueViolation(error, 'users_handle_key')) throw error;
    throw new Refusal('handle_taken', { message: TAKEN, fields: { handle: TAKEN } });
  }
}

export async function removePage(db: Db, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ handle: null }).where(eq(users.id, userId));
    await tx.delete(makerPages).where(eq(makerPages.userId, userId));
  });
}
