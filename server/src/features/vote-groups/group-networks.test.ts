import {
  type GroupNetworks,
  readVoteGroup,
  takeVotesBack,
  voteGroups,
} from '@zapdeck/contract/moderation/vote-groups';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { voteNetworks } from '../../db/schema/trust.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addHonestLikes, addNetworks, addRing, findGroupsNow } from '../../testing/vote-ring.ts';
import { settleTakeback } from '../takebacks/settle.ts';

let t: TestApp;
let client: pg.PoolClient;
let moderator: Person;
let id: string;
let accountIds: string[];
beforeAll(async () => {
  t = await openTestApp();
  client = await t.deps.pool.connect();
  moderator = await t.person('moderator');
  await addHonestLikes(client, t.clock.now);
  ({ accountIds } = await addRing(client, { members: 8, apps: 10 }, t.clock.now));
  await findGroupsNow(client, t.clock.now);
  id = (await t.call(voteGroups, { query: {} }, moderator)).body[0]?.id ?? '';
});
afterAll(async () => {
  client.release();
  await t.close();
});

const readPage = async () => (await t.call(readVoteGroup, { params: { id } }, moderator)).body;
const read = async (): Promise<GroupNetworks> => (await readPage()).networks;

test('counts no networks if none is known', async () => {
  expect(await read()).toEqual({ members: 0, networks: 0, shared: [] });
});

test('counts members by network, also in two networks, and only for votes on the common apps', async () => {
  await addNetworks(client, accountIds.slice(0, 6), 3);
  await client.query(
    `UPDATE vote_networks SET network = sha256('other') WHERE user_id = ANY ($1) AND app_id = (
       SELECT app_id FROM vote_group_apps WHERE group_id = $2 LIMIT 1)`,
    [accountIds.slice(1, 3), id],
  );
  const { id: uncommon } = await t.addApp();
  await client.query(
    `INSERT INTO votes (id, user_id, app_id, vote_type) VALUES (gen_random_uuid(), $1, $2, 'up')`,
    [accountIds[7], uncommon],
  );
  await client.query("INSERT INTO vote_networks VALUES ($1, $2, sha256('shared'), now())", [
    accountIds[7],
    uncommon,
  ]);
  expect(await read()).toEqual({
    members: 6,
    networks: 5,
    shared: [
      { letter: 'A', members: 3 },
      { letter: 'B', members: 2 },
    ],
  });
});

test('the response contains no hash of a network', async () => {
  const url = readVoteGroup.path.replace(':id', id);
  const { body } = await t.app.inject({ method: 'GET', url, cookies: moderator.cookies });
  const codes = await t.deps.db.selectDistinct({ network: voteNetworks.network }).from(voteNetworks);
  expect(codes).toHaveLength(5);
  for (const { network } of codes)
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(body).not.toContain(network.toString(encoding));
});

test('keeps the apps, days and networks of votes that were taken back', async () => {
  const { apps, networks } = await readPage();
  expect(apps).toHaveLength(10);
  expect(apps.every(({ likes }) => likes === 8)).toBe(true);
  const { body } = await t.call(takeVotesBack, { params: { id } }, await t.person('admin'));
  await settleTakeback(t.deps.db, body.id, { isOver: () => false, clock: () => t.clock.now });
  const isOfMember = `user_id = ANY ($1)`;
  expect((await client.query(`SELECT FROM votes WHERE ${isOfMember}`, [accountIds])).rowCount).toBe(0);
  expect(await readPage()).toMatchObject({ apps, networks });
});

test('returns at most twenty networks, but counts all', async () => {
  await client.query(`INSERT INTO vote_group_members (group_id, user_id, observed, expected)
    SELECT '${id}', id, 8, 0.5 FROM users WHERE first_name LIKE 'Member %' ORDER BY id LIMIT 60`);
  await client.query(`INSERT INTO vote_group_apps SELECT '${id}', id FROM apps WHERE title LIKE 'Honest %'`);
  await client.query('DELETE FROM taken_votes');
  await client.query(`INSERT INTO vote_networks (user_id, app_id, network, voted_at)
    SELECT user_id, app_id, sha256((dense_rank() OVER (ORDER BY user_id) / 2)::text::bytea), created_at
    FROM votes JOIN vote_group_members USING (user_id) JOIN vote_group_apps USING (group_id, app_id)`);
  const { members, networks, shared } = await read();
  expect([members, networks, shared.length]).toEqual([60, 31, 20]);
  expect(shared.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRST');
});
