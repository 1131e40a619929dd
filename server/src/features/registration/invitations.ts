import { hash, randomBytes } from 'node:crypto';
import {
  INVITATION_PARAM,
  type Invitation,
  type InvitationForm,
  INVITED_SHOWN,
} from '@zapdeck/contract/accounts/invitations';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { screens } from '@zapdeck/contract/instance/screens';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { invitations, invitedMembers } from '../../db/schema/invitations.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type AdminStamp, recordAction, type Stamp } from '../audit-log/audit-log.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 3_600_000;

/** Returns the stored form of a token. */
export function invitationHashOf(token: string): string {
  return hash('sha256', token);
}

const isUsable = (invitationHash: string, now: Date) =>
  and(
    eq(invitations.hash, invitationHash),
    gt(invitations.usesLeft, 0),
    gt(invitations.expiresAt, now),
    isNull(invitations.revokedAt),
  );

export async function isValidInvitation(db: Db, token: string, now: Date): Promise<boolean> {
  return (await db.$count(invitations, isUsable(invitationHashOf(token), now))) > 0;
}

/** Takes one use and returns the invitation's id, or undefined if none is left. A row lock orders concurrent uses. */
export async function consumeInvitation(
  tx: Db,
  invitationHash: string,
  now: Date,
): Promise<string | undefined> {
  const [used] = await tx
    .update(invitations)
    .set({ usesLeft: sql`${invitations.usesLeft} - 1` })
    .where(isUsable(invitationHash, now))
    .returning({ id: invitations.id });
  return used?.id;
}

async function latestMembersOf(db: Db, id: string) {
  return db
    .select(personColumns)
    .from(invitedMembers)
    .innerJoin(users, eq(users.id, invitedMembers.userId))
    .where(eq(invitedMembers.invitationId, id))
    .orderBy(desc(invitedMembers.createdAt), desc(invitedMembers.userId))
    .limit(INVITED_SHOWN);
}

async function presentInvitations(db: Db, page: PageQuery, id?: string): Promise<Invitation[]> {
  const rows = await db
    .select({
      invitation: invitations,
      createdBy: personColumns,
      joined: db.$count(invitedMembers, eq(invitedMembers.invitationId, invitations.id)),
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .where(id === undefined ? undefined : eq(invitations.id, id))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(page.limit)
    .offset(page.offset);
  const found: Invitation[] = [];
  for (const { invitation, createdBy, joined } of rows)
    found.push({
      id: invitation.id,
      createdBy,
      usesMax: invitation.usesMax,
      usesLeft: invitation.usesLeft,
      expiresAt: invitation.expiresAt.toISOString(),
      revokedAt: invitation.revokedAt?.toISOString() ?? null,
      createdAt: invitation.createdAt.toISOString(),
      joined,
      latestMembers: joined === 0 ? [] : await latestMembersOf(db, invitation.id),
    });
  return found;
}

const readOne = async (db: Db, id: string) => one(await presentInvitations(db, { limit: 1, offset: 0 }, id));

export async function listInvitations(db: Db, page: PageQuery): Promise<ListPage<Invitation>> {
  return { items: await presentInvitations(db, page), total: await db.$count(invitations) };
}

/** Creates an invitation and returns its link, which cannot be read again. Checks an admin's role under the lock. */
export async function createInvitation(
  db: Db,
  { uses, days }: InvitationForm,
  { publicUrl, ...stamp }: Stamp & { publicUrl: string },
): Promise<Invitation & { link: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { actorId, now } = stamp;
  return inTransaction(db, async (tx) => {
    if (actorId !== null) await lockAdmin(tx, { id: actorId });
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const row = { hash: invitationHashOf(token), createdBy: actorId, expiresAt, createdAt: now };
    const stored = await tx
      .insert(invitations)
      .values({ ...row, usesMax: uses, usesLeft: uses })
      .returning({ id: invitations.id });
    const { id } = one(stored);
    await recordAction(tx, stamp, { action: 'invitation.created', targetId: id, after: { uses, days } });
    const link = `${publicUrl}${screens.login.path}?${INVITATION_PARAM}=${token}`;
    return { ...(await readOne(tx, id)), link };
  });
}

/** Revokes an invitation, unless it is already revoked. Rejects with `invitation_not_found`. */
export async function revokeInvitation(db: Db, id: string, stamp: AdminStamp): Promise<Invitation> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const [found] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('no key update');
    if (!found) throw new Refusal('invitation_not_found');
    if (found.revokedAt === null) {
      await tx.update(invitations).set({ revokedAt: stamp.now }).where(eq(invitations.id, id));
      const after = { uses: found.usesMax - found.usesLeft };
      await recordAction(tx, stamp, { action: 'invitation.revoked', targetId: id, after });
    }
    return readOne(tx, id);
  });
}
