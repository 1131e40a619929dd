import {
  type GroupApp,
  type GroupMember,
  GROUP_MEMBERS_SHOWN,
  type VoteGroupPage,
  type GroupNetworks,
  GROUP_NETWORKS_SHOWN,
} from '@zapdeck/contract/moderation/vote-groups';
import { desc, eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { voteGroupMembers } from '../../db/schema/vote-groups.table.ts';
import { listGroupTakebacks } from '../takebacks/takebacks.ts';
import { readVoteGroup } from './vote-groups.ts';
import { networkLetters } from '../../http/networks.ts';

type Counted = Omit<GroupNetworks, 'shared'> & { shared: { network: string; members: number }[] };

/** Includes votes that were taken back. Reads by member, because a join would read all votes. */
const selectNetworks = (groupId: string) => sql`
  WITH members AS (SELECT user_id FROM vote_group_members WHERE group_id = ${groupId}),
  common AS (SELECT app_id FROM vote_group_apps WHERE group_id = ${groupId}),
  known AS (
    SELECT members.user_id, voted.network FROM members CROSS JOIN LATERAL (
      SELECT network FROM vote_networks WHERE user_id = members.user_id AND app_id IN (SELECT app_id FROM common)
      UNION SELECT network FROM taken_votes
      WHERE user_id = members.user_id AND app_id IN (SELECT app_id FROM common) AND network IS NOT NULL
    ) AS voted
  ), counted AS (
    SELECT encode(network, 'base64') AS network, count(*)::int AS members FROM known GROUP BY known.network
  ), shared AS (
    SELECT * FROM counted WHERE members > 1 ORDER BY members DESC, network LIMIT ${GROUP_NETWORKS_SHOWN}
  )
  SELECT (SELECT count(DISTINCT user_id)::int FROM known) AS members, (SELECT count(*)::int FROM counted) AS networks,
    (SELECT coalesce(json_agg(shared ORDER BY members DESC, network), '[]') FROM shared) AS shared`;

async function readGroupNetworks(db: Db, groupId: string): Promise<GroupNetworks> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(selectNetworks(groupId));
  const { members, networks, shared } = one(rows);
  const letterOf = networkLetters();
  return {
    members,
    networks,
    shared: shared.map(({ network, ...counted }) => ({ letter: letterOf(network), ...counted })),
  };
}

const selectApps = (groupId: string) => sql`
  WITH members AS (SELECT user_id FROM vote_group_members WHERE group_id = ${groupId}),
  common AS (SELECT app_id FROM vote_group_apps WHERE group_id = ${groupId}),
  liked AS (
    SELECT app_id, user_id, max(created_at) AS at FROM members CROSS JOIN LATERAL (
      SELECT app_id, created_at FROM votes
      WHERE user_id = members.user_id AND vote_type = 'up' AND app_id = ANY (ARRAY(SELECT app_id FROM common))
      UNION ALL SELECT app_id, created_at FROM taken_votes
      WHERE user_id = members.user_id AND vote_type = 'up' AND app_id = ANY (ARRAY(SELECT app_id FROM common))
    ) AS either
    GROUP BY app_id, user_id
  ), per_day AS (
    SELECT app_id, (at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS likes FROM liked GROUP BY 1, 2
  )
  SELECT apps.id, title, coalesce(sum(likes), 0)::int AS likes,
    coalesce(json_agg(json_build_object('day', day, 'likes', likes) ORDER BY day) FILTER (WHERE day IS NOT NULL), '[]') AS days
  FROM vote_group_apps JOIN apps ON apps.id = vote_group_apps.app_id LEFT JOIN per_day ON per_day.app_id = apps.id
  WHERE group_id = ${groupId} GROUP BY apps.id ORDER BY likes DESC, title, apps.id`;

async function readMembers(db: Db, groupId: string): Promise<GroupMember[]> {
  const rows = await db
    .select({
      member: voteGroupMembers,
      person: personColumns,
      suspendedAt: users.suspendedAt,
      createdAt: users.createdAt,
    })
    .from(voteGroupMembers)
    .innerJoin(users, eq(users.id, voteGroupMembers.userId))
    .where(eq(voteGroupMembers.groupId, groupId))
    .orderBy(desc(voteGroupMembers.observed), users.createdAt, users.id)
    .limit(GROUP_MEMBERS_SHOWN);
  return rows.map(({ member: { observed, expected }, person, suspendedAt, createdAt }) => ({
    person,
    observed,
    expected,
    isSuspended: suspendedAt !== null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Rejects with `group_not_found`. */
export async function readGroupPage(db: Db, id: string): Promise<VoteGroupPage> {
  const group = await readVoteGroup(db, id);
  const { rows: apps } = await db.execute<GroupApp & Record<string, unknown>>(selectApps(id));
  const { rows } = await db.execute<{ votes: number }>(sql`SELECT count(*)::int AS votes FROM votes
    WHERE user_id IN (SELECT user_id FROM vote_group_members WHERE group_id = ${id})`);
  return {
    group,
    apps,
    networks: await readGroupNetworks(db, id),
    members: await readMembers(db, id),
    votes: one(rows).votes,
    takebacks: await listGroupTakebacks(db, id),
  };
}
