import { type GroupNetworks, GROUP_NETWORKS_SHOWN } from '@zapdeck/contract/moderation/vote-groups';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { networkLetters } from '../../http/networks.ts';

type Counted = Omit<GroupNetworks, 'shared'> & { shared: { network: string; members: number }[] };

/** Includes votes that were taken back. A member can be in several networks. Reads by member, because a join reads all votes. */
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

/** Reads from how many networks the members have voted on the apps in common. The response has letters instead of hashes. */
export async function readGroupNetworks(db: Db, groupId: string): Promise<GroupNetworks> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(selectNetworks(groupId));
  const { members, networks, shared } = one(rows);
  const letterOf = networkLetters();
  return {
    members,
    networks,
    shared: shared.map(({ network, ...counted }) => ({ letter: letterOf(network), ...counted })),
  };
}
