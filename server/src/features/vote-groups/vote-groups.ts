import type { BodyOf, QueryOf } from '@zapdeck/contract/wire/route';
import type {
  dismissVoteGroup as dismissRoute,
  VoteGroup,
  voteGroups as listRoute,
  VoteGroupState,
} from '@zapdeck/contract/moderation/vote-groups';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Takeback } from '@zapdeck/contract/moderation/takebacks';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ListPage } from '../../db/paging.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { takebacks, voteGroupMembers, voteGroups } from '../../db/schema/vote-groups.table.ts';
import { lockAdmin, lockModerator, type Moderator } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { isTaken } from './find/store-group.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { readTakeback, startTakeback } from '../takebacks/takebacks.ts';

/** SQL: `taken` takes precedence over `dismissed`. A group found since then is open again. */
const stateOf = sql<VoteGroupState>`CASE WHEN ${isTaken} THEN 'taken'
  WHEN ${voteGroups.dismissedAt} IS NOT NULL THEN 'dismissed' ELSE 'open' END`;

const ofMembers = (what: SQL) =>
  sql`(SELECT ${what} FROM vote_group_members WHERE group_id = ${voteGroups.id})`;

function selectGroups(db: Db) {
  return db
    .select({
      group: voteGroups,
      dismissedBy: personColumns,
      state: stateOf,
      members: sql<number>`${ofMembers(sql`count(*)::int`)}`,
      observed: sql<number>`${ofMembers(sql`coalesce(avg(observed), 0)::float8`)}`,
      expected: sql<number>`${ofMembers(sql`coalesce(avg(expected), 0)::float8`)}`,
      apps: sql<number>`(SELECT count(*)::int FROM vote_group_apps WHERE group_id = ${voteGroups.id})`,
    })
    .from(voteGroups)
    .leftJoin(users, eq(users.id, voteGroups.dismissedBy));
}

type VoteGroupRow = Awaited<ReturnType<typeof selectGroups>>[number];

function presentVoteGroup({ group, dismissedBy, ...numbers }: VoteGroupRow): VoteGroup {
  const { id, makers, lastFoundAt, createdAt } = group;
  return {
    id,
    makers,
    ...numbers,
    dismissedBy,
    lastFoundAt: lastFoundAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

const hasMembers = sql`EXISTS (SELECT FROM vote_group_members WHERE group_id = ${voteGroups.id})`;

export async function listVoteGroups(
  db: Db,
  { state, limit, offset }: QueryOf<typeof listRoute>,
): Promise<ListPage<VoteGroup>> {
  const condition = and(hasMembers, state === 'all' ? undefined : sql`${stateOf} = ${state}`);
  const rows = await selectGroups(db)
    .where(condition)
    .orderBy(desc(voteGroups.createdAt), desc(voteGroups.id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentVoteGroup), total: await db.$count(voteGroups, condition) };
}

/** Rejects with `group_not_found`. */
export async function readVoteGroup(db: Db, id: string): Promise<VoteGroup> {
  const [row] = await selectGroups(db).where(eq(voteGroups.id, id));
  if (!row) throw new Refusal('group_not_found');
  return presentVoteGroup(row);
}

interface Dismissal extends BodyOf<typeof dismissRoute> {
  id: string;
  moderator: Moderator;
  now: Date;
}

/** Rejects with `group_not_found` and `forbidden`. */
export async function dismissVoteGroup(
  db: Db,
  { id, isDismissed, moderator, now }: Dismissal,
): Promise<VoteGroup> {
  return inTransaction(db, async (tx) => {
    await lockModerator(tx, moderator);
    const isThis = eq(voteGroups.id, id);
    const [before] = await tx.select().from(voteGroups).where(isThis).for('no key update');
    if (!before) throw new Refusal('group_not_found');
    const { members } = await readVoteGroup(tx, id);
    if ((before.dismissedAt !== null) !== isDismissed) {
      const values = isDismissed
        ? { dismissedAt: now, dismissedBy: moderator.id, dismissedMembers: members }
        : { dismissedAt: null, dismissedBy: null, dismissedMembers: null };
      await tx.update(voteGroups).set(values).where(isThis);
      await recordAction(
        tx,
        { actorId: moderator.id, now },
        {
          action: isDismissed ? 'vote_group.dismissed' : 'vote_group.reopened',
          targetId: id,
          after: { accounts: members },
        },
      );
    }
    return readVoteGroup(tx, id);
  });
}

interface GroupTakeback {
  jobs: JobQueue;
  groupId: string;
  admin: Moderator;
  now: Date;
}

/** Rejects with `group_not_found`, `takeback_running`, `no_votes` and `forbidden`. */
export async function takeVotesBack(db: Db, { jobs, groupId, admin, now }: GroupTakeback): Promise<Takeback> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, admin);
    const isThis = eq(voteGroups.id, groupId);
    // Lock order: users before groups, as in the deletion of an account.
    await tx.execute(sql`SELECT FROM users WHERE id IN (
      SELECT user_id FROM vote_group_members WHERE group_id = ${groupId}) ORDER BY id FOR KEY SHARE`);
    const [group] = await tx.select().from(voteGroups).where(isThis).for('no key update');
    if (!group) throw new Refusal('group_not_found');
    const isRunning = and(eq(takebacks.groupId, groupId), isNull(takebacks.settledAt));
    if ((await tx.$count(takebacks, isRunning)) > 0) throw new Refusal('takeback_running');
    const members = await tx
      .select({ id: voteGroupMembers.userId })
      .from(voteGroupMembers)
      .where(eq(voteGroupMembers.groupId, groupId));
    const accountIds = members.map(({ id }) => id);
    return readTakeback(tx, await startTakeback(tx, { jobs, groupId, accountIds, adminId: admin.id, now }));
  });
}
