import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/columns.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { voteGroupApps, voteGroupMembers, voteGroups } from '../../../db/schema/vote-groups.table.ts';
import type { Group } from './find-groups.ts';
import type { ReadLikes } from './read-likes.ts';

/** SQL condition: the votes of the group were taken back, and it was not found since. */
export const isTaken = sql`EXISTS (SELECT FROM takebacks WHERE takebacks.group_id = ${voteGroups.id}
  AND takebacks.undone_at IS NULL AND takebacks.created_at >= ${voteGroups.lastFoundAt})`;

/** A dismissed group is marked again when it has grown by both this factor and this number of members. */
const GROWN_TIMES = 1.5;
const GROWN_BY = 5;

/** Returns the stored group with at least half of the members of the smaller of the two groups. */
async function findStored(tx: Db, accountIds: readonly string[]): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM vote_groups JOIN (
      SELECT group_id, count(*) AS shared FROM vote_group_members
      WHERE user_id = ANY (${sql.param(accountIds)}::uuid[]) GROUP BY group_id
    ) AS found ON found.group_id = vote_groups.id
    WHERE 2 * shared >= least(${accountIds.length}::int, (
      SELECT count(*) FROM vote_group_members AS stored WHERE stored.group_id = vote_groups.id))
    ORDER BY shared DESC, id LIMIT 1`);
  return rows[0]?.id;
}

interface Stored {
  dismissedMembers: number | null;
  isTaken: boolean;
}

async function lockStored(tx: Db, id: string): Promise<Stored | undefined> {
  const { rows } = await tx.execute<Stored & Record<string, unknown>>(sql`
    SELECT dismissed_members AS "dismissedMembers", ${isTaken} AS "isTaken" FROM vote_groups WHERE id = ${id} FOR NO KEY UPDATE`);
  return rows[0];
}

const isGrown = (members: number, dismissedMembers: number): boolean =>
  members >= GROWN_TIMES * dismissedMembers && members >= dismissedMembers + GROWN_BY;

async function lockParts(tx: Db, groupId: string, accountIds: unknown[], appIds: unknown[]): Promise<void> {
  await tx.execute(sql`SELECT FROM users WHERE id = ANY (${sql.param(accountIds)}::uuid[])
    OR id IN (SELECT user_id FROM vote_group_members WHERE group_id = ${groupId}) ORDER BY id FOR KEY SHARE`);
  await tx.execute(sql`SELECT FROM apps WHERE id = ANY (${sql.param(appIds)}::uuid[])
    OR id IN (SELECT app_id FROM vote_group_apps WHERE group_id = ${groupId}) ORDER BY id FOR KEY SHARE`);
}

/** Stores or replaces a group, without deleted accounts and apps. A group marked again becomes the first. */
export async function storeGroup(db: Db, group: Group, likes: ReadLikes, now: Date): Promise<void> {
  const accountIds = group.members.map(({ account }) => likes.accountIds[account]);
  const appIds = group.apps.map((app) => likes.appIds[app]);
  await inTransaction(db, async (tx) => {
    const id = (await findStored(tx, accountIds as string[])) ?? newId();
    await lockParts(tx, id, accountIds, appIds);
    const stored = await lockStored(tx, id);
    const values = { makers: group.makers, lastFoundAt: now };
    if (stored) {
      const { dismissedMembers, isTaken: wasTaken } = stored;
      const isMarkedAgain =
        dismissedMembers === null ? wasTaken : isGrown(accountIds.length, dismissedMembers);
      const reopened = { dismissedAt: null, dismissedBy: null, dismissedMembers: null, createdAt: now };
      await tx
        .update(voteGroups)
        .set({ ...values, ...(isMarkedAgain && reopened) })
        .where(eq(voteGroups.id, id));
      await tx.delete(voteGroupMembers).where(eq(voteGroupMembers.groupId, id));
      await tx.delete(voteGroupApps).where(eq(voteGroupApps.groupId, id));
    } else await tx.insert(voteGroups).values({ id, ...values, createdAt: now });
    const numbers = (of: 'observed' | 'expected') => sql.param(group.members.map((member) => member[of]));
    await tx.execute(sql`
      INSERT INTO vote_group_members (group_id, user_id, observed, expected)
      SELECT ${id}::uuid, users.id, found.observed, found.expected
      FROM unnest(${sql.param(accountIds)}::uuid[], ${numbers('observed')}::int[], ${numbers('expected')}::real[])
        AS found (id, observed, expected) JOIN users USING (id) ORDER BY users.id FOR KEY SHARE OF users`);
    await tx.execute(sql`
      INSERT INTO vote_group_apps (group_id, app_id)
      SELECT ${id}::uuid, id FROM apps WHERE id = ANY (${sql.param(appIds)}::uuid[]) ORDER BY id FOR KEY SHARE`);
  });
}
