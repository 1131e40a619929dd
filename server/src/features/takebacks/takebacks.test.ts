import { resetStats } from '@zapdeck/contract/apps/apps';
import { deletePerson } from '@zapdeck/contract/accounts/people';
import { undoTakeback as undoRoute } from '@zapdeck/contract/moderation/takebacks';
import { readVoteGroup, takeVotesBack } from '@zapdeck/contract/moderation/vote-groups';
import { castVote, type VoteMode, type VoteType } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../db/columns.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import {
  takebackAccounts,
  takebacks,
  voteGroupMembers,
  voteGroups,
} from '../../db/schema/vote-groups.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { takenVotes } from '../../db/schema/taken-votes.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { settleTakeback } from './settle.ts';
import { WEIGHTS_IN_FORCE } from '../../testing/set-settings.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const idOf = ({ user }: Person) => user?.id ?? '';
const members = (count: number) => Promise.all(Array.from({ length: count }, () => t.person('member')));
const addApps = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await t.addApp()).id));
const send = async (person: Person, body: { appId: string; voteType: VoteType; mode: VoteMode }) =>
  (await t.call(castVote, { body }, person)).status;
const vote = (person: Person, appId: string, voteType: VoteType = 'up') =>
  send(person, { appId, voteType, mode: 'cast' });
const retract = (person: Person, appId: string) => send(person, { appId, voteType: 'up', mode: 'retract' });

async function addGroup(people: readonly Person[]): Promise<string> {
  const id = newId();
  await t.deps.db.insert(voteGroups).values({ id, makers: 8, lastFoundAt: t.clock.now });
  const rows = people.map((person) => ({ groupId: id, userId: idOf(person), observed: 8, expected: 0.1 }));
  await t.deps.db.insert(voteGroupMembers).values(rows);
  return id;
}

const take = (id: string, as = admin) => t.call(takeVotesBack, { params: { id } }, as);
const undo = (id: string) => t.call(undoRoute, { params: { id } }, admin);
const settle = (id: string, isOver = () => false) =>
  settleTakeback(t.deps.db, id, { isOver, clock: () => t.clock.now });

async function storedVotes() {
  const { rows } = await t.deps.pool.query(
    `SELECT id, user_id, app_id, vote_type, is_seen_in_deck, created_at, encode(network, 'hex') AS network, voted_at
     FROM votes LEFT JOIN vote_networks USING (user_id, app_id) ORDER BY id`,
  );
  return rows as { user_id: string; app_id: string; vote_type: string; network: string | null }[];
}

/** Fails unless counters and scores of all apps are those of their rows. */
async function expectExactCounts(): Promise<void> {
  const { rows } = await t.deps.pool.query(`
    SELECT apps.id FROM apps CROSS JOIN (${WEIGHTS_IN_FORCE}) AS w
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE vote_type = 'up') AS up, count(*) FILTER (WHERE vote_type = 'down') AS down
        FROM votes WHERE app_id = apps.id) AS own
    WHERE (upvotes, downvotes) <> (own.up, own.down) OR abs(ranking_score - (own.up * "upvoteWeight"
      - own.down * "downvoteWeight" + views * "viewWeight" + time_spent * "timeWeight")) > 1e-6`);
  expect(rows).toEqual([]);
}

async function votedGroup() {
  const [people, [other = admin], apps] = [await members(6), await members(1), await addApps(9)];
  for (const [place, appId] of apps.entries()) {
    for (const person of people) await vote(person, appId, place === 0 ? 'down' : 'up');
    await vote(other, appId);
  }
  t.clock.advance(1_000);
  return { people, other, apps, group: await addGroup(people) };
}

test('takes back all votes of a group, and an undo restores them', async () => {
  const { people, other, apps, group } = await votedGroup();
  await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = true WHERE app_id = $1', [apps[1]]);
  const before = await storedVotes();
  expect(before.every(({ network }) => network !== null)).toBe(true);
  const { body } = await take(group);
  expect(await settle(body.id)).toBe(true);
  const left = await storedVotes();
  expect(left.filter(({ user_id: id }) => people.some((person) => idOf(person) === id))).toEqual([]);
  expect(left.filter(({ user_id: id }) => id === idOf(other))).toHaveLength(apps.length);
  await expectExactCounts();
  expect(await t.readApp(apps[1] ?? '')).toMatchObject({ upvotes: 1, downvotes: 0 });
  const page = (await t.call(readVoteGroup, { params: { id: group } }, admin)).body;
  expect(page).toMatchObject({
    group: { state: 'taken' },
    votes: 0,
    takebacks: [{ votes: 54, isSettled: true }],
  });

  expect((await undo(body.id)).body.isSettled).toBe(false);
  await settle(body.id);
  expect(await storedVotes()).toEqual(before);
  await expectExactCounts();
  expect((await undo(body.id)).body).toMatchObject({ restored: 54, isSettled: true });
  expect(await t.deps.db.$count(takenVotes)).toBe(0);
  expect((await t.call(readVoteGroup, { params: { id: group } }, admin)).body.group.state).toBe('open');
  const acts = await t.deps.db.select().from(auditLog).where(eq(auditLog.targetId, group));
  const by = { actorId: idOf(admin), after: { accounts: people.length } };
  expect(acts).toMatchObject([
    { action: 'votes.taken_back', ...by },
    { action: 'votes.put_back', ...by },
  ]);
});

test('keeps the newer vote of a member who votes again', async () => {
  const { people, apps, group } = await votedGroup();
  const [again = admin] = people;
  const { body } = await take(group);
  await settle(body.id);
  expect(await vote(again, apps[1] ?? '', 'down')).toBe(200);
  await undo(body.id);
  await settle(body.id);
  expect((await undo(body.id)).body).toMatchObject({ votes: 54, restored: 53 });
  const own = (await storedVotes()).filter(({ user_id: id }) => id === idOf(again));
  expect(own).toHaveLength(apps.length);
  expect(own.find(({ app_id: id }) => id === apps[1])?.vote_type).toBe('down');
  await expectExactCounts();
});

test('undoes each takeback of a group', async () => {
  const { people, apps, group } = await votedGroup();
  const read = async () => (await t.call(readVoteGroup, { params: { id: group } }, admin)).body.takebacks;
  await settle((await take(group)).body.id);
  const again = apps[1] ?? '';
  for (const person of people) await vote(person, again, 'down');
  t.clock.advance(1_000);
  await settle((await take(group)).body.id);
  const both = await read();
  expect(both.map(({ votes: taken }) => taken)).toEqual([6, 54]);
  for (const { id } of both.toReversed()) {
    await undo(id);
    await settle(id);
  }
  expect(await read()).toMatchObject([
    { id: both[0]?.id, restored: 6 },
    { id: both[1]?.id, restored: 48 },
  ]);
  expect(await t.readApp(apps[2] ?? '')).toMatchObject({ upvotes: 7, downvotes: 0 });
  expect(await t.readApp(again)).toMatchObject({ upvotes: 1, downvotes: 6 });
  await expectExactCounts();
});

test('restores no vote that a member has since retracted', async () => {
  const { people, apps, group } = await votedGroup();
  const [votesAgain = admin, retractsOnly = admin] = people;
  const appId = apps[1] ?? '';
  const { body } = await take(group);
  await settle(body.id);
  await vote(votesAgain, appId);
  for (const person of [votesAgain, retractsOnly]) expect(await retract(person, appId)).toBe(200);
  await undo(body.id);
  await settle(body.id);
  const left = (await storedVotes()).filter(({ app_id: id }) => id === appId).map(({ user_id: id }) => id);
  expect(left).not.toContain(idOf(votesAgain));
  expect(left).not.toContain(idOf(retractsOnly));
  expect(left).toHaveLength(people.length - 1);
  await expectExactCounts();
});

test('keeps votes cast after the action, even during the work', async () => {
  const { people, apps, group } = await votedGroup();
  const { body } = await take(group);
  t.clock.advance(1_000);
  await vote(people[0] ?? admin, apps[1] ?? '', 'down');
  await settle(body.id);
  expect((await t.readApp(apps[1] ?? '')).downvotes).toBe(1);
  await expectExactCounts();
});

test('skips accounts and apps that are deleted before the undo', async () => {
  const { people, apps, group } = await votedGroup();
  const { body } = await take(group);
  await settle(body.id);
  const params = { id: idOf(people[0] ?? admin) };
  await t.call(deletePerson, { params, body: { reason: 'Bought votes' } }, admin);
  await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [apps[2]]);
  await undo(body.id);
  await settle(body.id);
  expect((await t.readApp(apps[1] ?? '')).upvotes).toBe(6);
  await expectExactCounts();
});

test('skips an account that is being deleted', async () => {
  const { people, group } = await votedGroup();
  const deleter = await t.deps.pool.connect();
  try {
    await deleter.query('BEGIN');
    await deleter.query('DELETE FROM users WHERE id = $1', [idOf(people[0] ?? admin)]);
    const taking = take(group);
    await untilBlocked(t.deps.pool);
    await deleter.query('COMMIT');
    const { status, body } = await taking;
    expect([status, body.accounts]).toEqual([200, people.length - 1]);
    await settle(body.id);
    await expectExactCounts();
  } finally {
    deleter.release();
  }
});

test('deleting the admin who took votes back waits for a batch before it locks apps', async () => {
  const { apps, group } = await votedGroup();
  const taker = await t.person('admin');
  for (const appId of apps) await vote(taker, appId);
  const { body } = await take(group, taker);
  const batch = await t.deps.pool.connect();
  try {
    await batch.query('BEGIN');
    await batch.query('SELECT FROM takebacks WHERE id = $1 FOR NO KEY UPDATE', [body.id]);
    const params = { id: idOf(taker) };
    const deleting = t.call(deletePerson, { params, body: { reason: 'Left' } }, admin);
    await untilBlocked(t.deps.pool);
    // A batch locks its apps next.
    await batch.query('SELECT FROM apps WHERE id = ANY ($1) FOR NO KEY UPDATE NOWAIT', [apps]);
    await batch.query('COMMIT');
    expect((await deleting).status).toBe(204);
  } finally {
    batch.release(true);
  }
  await settle(body.id);
  expect(await t.readApp(apps[1] ?? '')).toMatchObject({ upvotes: 1 });
  await expectExactCounts();
});

test('restores no vote from before a reset of the statistics', async () => {
  const { group } = await votedGroup();
  const { body } = await take(group);
  await settle(body.id);
  expect((await t.call(resetStats, {}, admin)).status).toBe(200);
  await undo(body.id);
  await settle(body.id);
  expect(await storedVotes()).toEqual([]);
  await expectExactCounts();
});

test('if two admins act at once, one takes the votes back', async () => {
  const { group } = await votedGroup();
  const answers = await Promise.all([take(group), take(group, await t.person('admin'))]);
  expect(answers.map(({ status, error }) => (status === 200 ? 'taken' : error.code)).toSorted()).toEqual([
    'takeback_running',
    'taken',
  ]);
});

test('an undo during the work restores all votes', async () => {
  const { group } = await votedGroup();
  const before = await storedVotes();
  const { body } = await take(group);
  // Stops before the first batch.
  expect(await settle(body.id, () => true)).toBe(false);
  await undo(body.id);
  await settle(body.id);
  expect(await storedVotes()).toEqual(before);
  const { error } = await take(await addGroup(await members(1)));
  expect(error.code).toBe('no_votes');
});

test('keeps counts exact while members and others vote on the same apps', { tags: 'long' }, async () => {
  const { people, other, apps, group } = await votedGroup();
  const { body } = await take(group);
  const voters = [...people, other, ...(await members(4))];
  const voting = voters.flatMap((person, index) =>
    apps.map((appId, place) => vote(person, appId, (index + place) % 2 === 0 ? 'up' : 'down')),
  );
  const [, statuses] = await Promise.all([settle(body.id), Promise.all(voting)]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expectExactCounts();
  const after = (appId: string) => undo(body.id).then(() => vote(other, appId, 'down'));
  await Promise.all([after(apps[3] ?? ''), settle(body.id)]);
  await settle(body.id);
  await expectExactCounts();
  expect(await t.deps.db.$count(takenVotes, eq(takenVotes.takebackId, body.id))).toBe(0);
});

test('reads at most ten thousand votes at once', { tags: 'long' }, async () => {
  const apps = await addApps(101);
  const { rows } = await t.deps.pool.query<{ id: string }>(
    `INSERT INTO users (id, email) SELECT gen_random_uuid(), gen_random_uuid() || '@example.org' FROM generate_series(1, 100)
     RETURNING id`,
  );
  const people = rows.map(({ id }) => id);
  await t.deps.pool.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
     SELECT gen_random_uuid(), app, voter, 'up', $3 FROM unnest($1::uuid[]) AS app, unnest($2::uuid[]) AS voter`,
    [apps, people, t.clock.now],
  );
  const id = newId();
  await t.deps.db.insert(takebacks).values({ id, createdAt: t.clock.now });
  await t.deps.db.insert(takebackAccounts).values(people.map((userId) => ({ takebackId: id, userId })));
  const reads = vi.spyOn(t.deps.db, 'execute');
  expect(await settle(id, () => true)).toBe(false);
  const [read] = await Promise.all(reads.mock.results.map(async ({ value }) => (await value).rows.length));
  reads.mockRestore();
  expect(read).toBe(10_000);
  expect(await settle(id)).toBe(true);
  expect(await t.deps.db.$count(votes, isOneOf(votes.userId, people))).toBe(0);
});
