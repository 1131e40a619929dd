import {
  dismissVoteGroup,
  readVoteGroup,
  takeVotesBack,
  voteGroups,
} from '@zapdeck/contract/moderation/vote-groups';
import type pg from 'pg';
import { newId } from '../../db/columns.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { purgeOld } from '../../testing/purge-expired.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { voteGroups as voteGroupTable } from '../../db/schema/vote-groups.table.ts';
import { settleTakeback } from '../takebacks/settle.ts';
import { addHonestLikes, addRing, findGroupsNow } from '../../testing/vote-ring.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let client: pg.PoolClient;
let moderator: Person;
beforeAll(async () => {
  t = await openTestApp();
  client = await t.deps.pool.connect();
  moderator = await t.person('moderator');
});
afterAll(async () => {
  client.release();
  await t.close();
});

const night = (isOver?: () => boolean) => findGroupsNow(client, t.clock.now, isOver);
const list = async (state: 'open' | 'dismissed' | 'all' = 'open') =>
  (await t.call(voteGroups, { query: { state } }, moderator)).body;
const dismiss = (id: string, isDismissed: boolean) =>
  t.call(dismissVoteGroup, { params: { id }, body: { isDismissed } }, moderator);

test('finds nothing in an empty instance', async () => {
  expect(await night()).toBe(true);
  expect(await list('all')).toEqual([]);
});

test('finds groups on instances with at least 60 accounts', async () => {
  await addRing(client, { members: 8, apps: 10 }, t.clock.now);
  await addHonestLikes(client, t.clock.now, 51);
  await night();
  expect(await list()).toEqual([]);
  await addHonestLikes(client, t.clock.now, 1);
  await night();
  expect(await list()).toMatchObject([{ members: 8 }]);
  await client.query('DELETE FROM votes; DELETE FROM vote_groups');
});

test('finds a ring with its evidence, and not the fans of a maker', async () => {
  await addHonestLikes(client, t.clock.now);
  const { accountIds, appIds } = await addRing(client, { members: 8, apps: 10 }, t.clock.now);
  await addRing(client, { members: 8, apps: 10, isOfOneMaker: true }, t.clock.now);
  expect(await night(() => true)).toBe(false);
  expect(await list()).toEqual([]);
  expect(await night()).toBe(true);
  const [group, ...others] = await list();
  expect(others).toEqual([]);
  expect(group).toMatchObject({ members: 8, apps: 10, makers: 10, observed: 10, state: 'open' });
  expect(group?.expected).toBeLessThan(1);
  const { body } = await t.call(readVoteGroup, { params: { id: group?.id ?? '' } }, moderator);
  expect(body.members.map(({ person }) => person.id).toSorted()).toEqual(accountIds.toSorted());
  expect(body.members.every(({ person }) => person.email === null)).toBe(true);
  expect(body.apps.map(({ id }) => id).toSorted()).toEqual(appIds.toSorted());
  expect(body.apps.every(({ likes, days }) => likes === 8 && days.length > 0)).toBe(true);
  expect(body).toMatchObject({ votes: 80, takebacks: [] });
  expect(body.networks).toEqual({ members: 0, networks: 0, shared: [] });
});

test('marks a dismissed group again only after it has grown clearly', async () => {
  const [{ id } = { id: '' }] = await list();
  const newer = newId();
  expect((await dismiss(id, true)).body.state).toBe('dismissed');
  const nightWith = async (late: number) => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO users (id, email, first_name) SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', 'Late'
       FROM generate_series(1, $1::int) RETURNING id`,
      [late],
    );
    await client.query(
      `INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
       SELECT gen_random_uuid(), late.id, app_id, 'up', $2 FROM unnest($1::uuid[]) AS late (id), vote_group_apps WHERE group_id = $3`,
      [rows.map((row) => row.id), t.clock.now, id],
    );
    await night();
  };
  // Half as many more are four here.
  for (const [late, members] of [
    [0, 8],
    [4, 12],
  ] as const) {
    await nightWith(late);
    expect(await list()).toEqual([]);
    expect(await list('dismissed')).toMatchObject([{ id, members }]);
  }
  await client.query(
    `INSERT INTO vote_groups (id, makers, last_found_at, created_at) VALUES ($1, 8, $2, $2)`,
    [newer, t.clock.now],
  );
  await client.query('INSERT INTO vote_group_members SELECT $1, id, 8, 1 FROM users LIMIT 1', [newer]);
  t.clock.advance(1_000);
  await nightWith(1);
  const createdAt = t.clock.now.toISOString();
  expect(await list()).toMatchObject([{ id, members: 13, state: 'open', createdAt }, { id: newer }]);
  await client.query('DELETE FROM vote_groups WHERE id = $1', [newer]);
  t.clock.advance(1_000);
  await night();
  expect(await list()).toMatchObject([{ id, createdAt }]);
  await dismiss(id, true);
  // Half as many more are seven here.
  await nightWith(6);
  expect(await list()).toEqual([]);
  await nightWith(1);
  expect(await list()).toMatchObject([{ id, members: 20, state: 'open' }]);
});

test('storing a group again does not deadlock with the deletion of a member', async () => {
  const [before] = await list();
  const deletion = await t.deps.pool.connect();
  try {
    const { rows } = await deletion.query<{ id: string }>(
      'SELECT user_id AS id FROM vote_group_members LIMIT 1',
    );
    await deletion.query('BEGIN');
    await deletion.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [rows[0]?.id]);
    const storing = night();
    await untilBlocked(t.deps.pool);
    await deletion.query('DELETE FROM users WHERE id = $1', [rows[0]?.id]);
    await deletion.query('COMMIT');
    expect(await storing).toBe(true);
  } finally {
    deletion.release();
  }
  expect(await list()).toMatchObject([{ id: before?.id, members: (before?.members ?? 0) - 1 }]);
});

test('storing a group again does not deadlock with the deletion of the moderator who dismissed it', async () => {
  const [{ id } = { id: '' }] = await list();
  const dismisser = (await t.person('moderator')).user?.id;
  const deletion = await t.deps.pool.connect();
  try {
    await client.query(
      'UPDATE vote_groups SET dismissed_at = now(), dismissed_by = $1, dismissed_members = 9',
      [dismisser],
    );
    await deletion.query('BEGIN');
    await deletion.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [dismisser]);
    await deletion.query(
      'DELETE FROM apps WHERE id = (SELECT app_id FROM vote_group_apps ORDER BY app_id LIMIT 1)',
    );
    const storing = night();
    await untilBlocked(t.deps.pool);
    await deletion.query('DELETE FROM users WHERE id = $1', [dismisser]);
    await deletion.query('COMMIT');
    expect(await storing).toBe(true);
  } finally {
    deletion.release();
  }
  expect(await list()).toMatchObject([{ id, dismissedBy: null }]);
});

test('dismissing a group twice counts once, and a group can be reopened', async () => {
  const [{ id } = { id: '' }] = await list();
  await dismiss(id, true);
  await dismiss(id, true);
  expect((await dismiss(id, false)).body.state).toBe('open');
  const { rows } = await client.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE target_id = $1 ORDER BY created_at, id',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'vote_group.dismissed',
    'vote_group.dismissed',
    'vote_group.dismissed',
    'vote_group.reopened',
  ]);
});

test('forgets groups that were not found for 90 days', async () => {
  const forgetAfter = (days: number) => purgeOld(t, new Date(t.clock.now.getTime() + days * DAY_MS));
  const before = await list('all');
  expect(before).toHaveLength(1);
  await forgetAfter(89);
  expect(await list('all')).toEqual(before);
  await forgetAfter(91);
  expect(await list('all')).toEqual([]);
});

test('keeps a group while its votes can be restored, and deletes it with them', async () => {
  await night();
  const [{ id } = { id: '' }] = await list();
  t.clock.advance(60 * DAY_MS);
  const { body } = await t.call(takeVotesBack, { params: { id } }, await t.person('admin'));
  await settleTakeback(t.deps.db, body.id, { isOver: () => false, clock: () => t.clock.now });
  t.clock.advance(60 * DAY_MS);
  await purgeOld(t);
  expect(await t.deps.db.$count(voteGroupTable)).toBe(1);
  t.clock.advance(31 * DAY_MS);
  await purgeOld(t);
  expect(await t.deps.db.$count(voteGroupTable)).toBe(0);
});

test('does not wait for votes while it deletes votes that were taken back long ago', async () => {
  moderator = await t.person('moderator');
  await addHonestLikes(client, t.clock.now);
  await addRing(client, { members: 8, apps: 10 }, t.clock.now);
  await night();
  const [{ id } = { id: '' }] = await list();
  const { body } = await t.call(takeVotesBack, { params: { id } }, await t.person('admin'));
  await settleTakeback(t.deps.db, body.id, { isOver: () => false, clock: () => t.clock.now });
  const left = async () => (await client.query('SELECT FROM taken_votes')).rowCount;
  const later = () => purgeOld(t, new Date(t.clock.now.getTime() + 91 * DAY_MS));
  const taken = await left();
  const voter = await t.deps.pool.connect();
  try {
    await voter.query('BEGIN; SELECT FROM taken_votes LIMIT 1 FOR UPDATE');
    await later();
    expect([taken, await left()]).toEqual([80, 1]);
    await voter.query('ROLLBACK');
  } finally {
    voter.release();
  }
  await later();
  expect([await left(), (await client.query('SELECT FROM takebacks')).rowCount]).toEqual([0, 0]);
});
