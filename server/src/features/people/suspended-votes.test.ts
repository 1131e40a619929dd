import { resetStats } from '@zapdeck/contract/apps/apps';
import {
  deletePerson,
  liftSuspension,
  readPerson,
  suspendPerson,
  takePersonVotesBack,
} from '@zapdeck/contract/accounts/people';
import { undoTakeback } from '@zapdeck/contract/moderation/takebacks';
import { takeVotesBack } from '@zapdeck/contract/moderation/vote-groups';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { takenVotes } from '../../db/schema/taken-votes.table.ts';
import { takebacks, voteGroupMembers, voteGroups } from '../../db/schema/vote-groups.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { settleTakeback } from '../takebacks/settle.ts';

let t: TestApp;
let admin: Person;
let moderator: Person;
let person: Person;
let id: string;
const idOf = ({ user }: Person) => user?.id ?? '';
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada', email: 'ada@example.org' });
  moderator = await t.person('moderator');
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member');
  id = idOf(person);
});

const reason = 'Bought votes.';
const suspend = (takesVotesBack = false, as = admin) =>
  t.call(suspendPerson, { params: { id }, body: { reason, takesAppsOut: false, takesVotesBack } }, as);
const lift = () => t.call(liftSuspension, { params: { id } }, admin);
const take = (as = admin) => t.call(takePersonVotesBack, { params: { id } }, as);
const undo = (takebackId = '') => t.call(undoTakeback, { params: { id: takebackId } }, admin);
const read = async (as = admin) => (await t.call(readPerson, { params: { id } }, as)).body;
const vote = async (appId: string) =>
  (await t.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, person)).status;

/** Runs the queued work of all takebacks. */
async function settleAll(): Promise<void> {
  const clock = () => t.clock.now;
  for (const { id: takebackId } of await t.deps.db.select({ id: takebacks.id }).from(takebacks))
    await settleTakeback(t.deps.db, takebackId, { isOver: () => false, clock });
}

/** Likes two apps. Returns their ids. */
async function voteTwice(): Promise<string[]> {
  const ids = [(await t.addApp()).id, (await t.addApp()).id];
  for (const appId of ids) expect(await vote(appId)).toBe(200);
  t.clock.advance(1_000);
  return ids;
}

async function actsAboutVotes(): Promise<unknown[]> {
  const acts = await t.deps.db
    .select({ action: auditLog.action, actorId: auditLog.actorId, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(auditLog.createdAt, auditLog.id);
  return acts.filter(({ action }) => action.startsWith('votes.'));
}

async function addGroupOf(...people: readonly Person[]): Promise<string> {
  const groupId = newId();
  await t.deps.db.insert(voteGroups).values({ id: groupId, makers: 8, lastFoundAt: t.clock.now });
  const rows = people.map((one) => ({ groupId, userId: idOf(one), observed: 8, expected: 0.1 }));
  await t.deps.db.insert(voteGroupMembers).values(rows);
  return groupId;
}

test('a suspension keeps the votes unless the admin chooses to take them back', async () => {
  const [appId = ''] = await voteTwice();
  await suspend();
  await settleAll();
  expect((await t.readApp(appId)).upvotes).toBe(1);
  expect(await read()).toMatchObject({ votes: { up: 2 }, takebacks: [] });
  await lift();
  expect((await suspend(true)).body.takebacks).toMatchObject([{ isSettled: false, undoneAt: null }]);
  await settleAll();
  expect((await t.readApp(appId)).upvotes).toBe(0);
  expect(await read()).toMatchObject({
    votes: { up: 0 },
    takebacks: [{ votes: 2, accounts: 1, isSettled: true, by: { firstName: 'Ada' } }],
    takenWithGroups: 0,
  });
  expect(await actsAboutVotes()).toEqual([{ action: 'votes.taken_back', actorId: idOf(admin), after: null }]);
});

test('an admin can take the votes back later and restore them, even after lifting the suspension', async () => {
  const [appId = '', other = ''] = await voteTwice();
  expect((await take()).error.code).toBe('not_suspended');
  await suspend();
  const [takeback] = (await take()).body.takebacks;
  await settleAll();
  await lift();
  t.clock.advance(1_000);
  expect((await read()).takebacks).toMatchObject([{ id: takeback?.id, votes: 2, undoneAt: null }]);
  expect((await t.readApp(appId)).upvotes).toBe(0);
  person = await t.signInAgain(person);
  expect(await vote(other)).toBe(200);
  expect((await undo(takeback?.id)).status).toBe(200);
  await settleAll();
  // The newer vote stays.
  expect([(await t.readApp(appId)).upvotes, (await t.readApp(other)).upvotes]).toEqual([1, 1]);
  expect(await read()).toMatchObject({ votes: { up: 2 }, takebacks: [{ votes: 2, restored: 1 }] });
  expect(await actsAboutVotes()).toEqual([
    { action: 'votes.taken_back', actorId: idOf(admin), after: null },
    { action: 'votes.put_back', actorId: idOf(admin), after: null },
  ]);
});

test('undoes each takeback of an account', async () => {
  const [first = ''] = await voteTwice();
  await suspend(true);
  await settleAll();
  await lift();
  person = await t.signInAgain(person);
  t.clock.advance(1_000);
  const { id: second } = await t.addApp();
  await vote(second);
  t.clock.advance(1_000);
  await suspend(true);
  await settleAll();
  const { takebacks: both } = await read();
  expect(both.map(({ votes }) => votes)).toEqual([1, 2]);
  await undo(both[1]?.id);
  await settleAll();
  expect([(await t.readApp(first)).upvotes, (await t.readApp(second)).upvotes]).toEqual([1, 0]);
});

test('moderators can suspend, but cannot take votes back', async () => {
  await voteTwice();
  expect((await suspend(true, moderator)).error.code).toBe('forbidden');
  expect((await read()).suspension).toBeNull();
  expect((await suspend(false, moderator)).status).toBe(200);
  expect((await take(moderator)).error.code).toBe('forbidden');
  await take();
  const [takeback] = (await read(moderator)).takebacks;
  expect(takeback?.by).toMatchObject({ firstName: 'Ada', email: null });
});

test('suspends an account without votes, which has nothing to take back', async () => {
  expect((await suspend(true)).body).toMatchObject({ suspension: { reason }, takebacks: [] });
  expect((await take()).error.code).toBe('no_votes');
});

test('if two admins act at once, one takes the votes back', async () => {
  await voteTwice();
  await suspend();
  const answers = await Promise.all([take(), take(await t.person('admin'))]);
  expect(answers.map(({ status, error }) => (status === 200 ? 'taken' : error.code)).toSorted()).toEqual([
    'takeback_running',
    'taken',
  ]);
  expect((await read()).takebacks).toHaveLength(1);
});

test('counts votes that were taken back with a group, without listing them for the account', async () => {
  const [appId = ''] = await voteTwice();
  const group = await addGroupOf(person, await t.person('member'));
  const { body: ofGroup } = await t.call(takeVotesBack, { params: { id: group } }, admin);
  expect((await suspend(true)).status).toBe(409);
  await settleAll();
  await suspend(true);
  expect(await read()).toMatchObject({ votes: { up: 0 }, takebacks: [], takenWithGroups: 2 });
  expect((await take()).error.code).toBe('no_votes');
  await undo(ofGroup.id);
  await settleAll();
  expect(await read()).toMatchObject({ votes: { up: 2 }, takenWithGroups: 0 });
  await take();
  await settleAll();
  expect((await t.readApp(appId)).upvotes).toBe(0);
  expect(await read()).toMatchObject({ takebacks: [{ votes: 2 }], takenWithGroups: 0 });
});

test('takes back a vote that is cast while a suspension waits', async () => {
  const [appId = ''] = await voteTwice();
  const { id: other } = await t.addApp();
  const holder = await t.deps.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [idOf(admin)]);
    const suspension = suspend(true);
    await untilBlocked(t.deps.pool);
    t.clock.advance(1_000);
    expect(await vote(other)).toBe(200);
    await holder.query('COMMIT');
    expect((await suspension).status).toBe(200);
  } finally {
    holder.release();
  }
  await settleAll();
  expect([(await t.readApp(appId)).upvotes, (await t.readApp(other)).upvotes]).toEqual([0, 0]);
});

test('takes back a vote that waits for an app while its account is suspended', async () => {
  await voteTwice();
  const { id: appId } = await t.addApp();
  const holder = await t.deps.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM apps WHERE id = $1 FOR NO KEY UPDATE', [appId]);
    const voting = vote(appId);
    await untilBlocked(t.deps.pool);
    const suspension = suspend(true).then(async ({ status }) => {
      await settleAll();
      return status;
    });
    await untilBlocked(t.deps.pool, { statements: 2 });
    await holder.query('COMMIT');
    expect([await voting, await suspension]).toEqual([200, 200]);
  } finally {
    holder.release();
  }
  expect((await t.readApp(appId)).upvotes).toBe(0);
});

test('takes back a vote that began before the suspension, even by a later action', async () => {
  await voteTwice();
  const { id: appId } = await t.addApp();
  const holder = await t.deps.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM apps WHERE id = $1 FOR NO KEY UPDATE', [appId]);
    const voting = vote(appId);
    await untilBlocked(t.deps.pool);
    expect((await suspend()).status).toBe(200);
    const taking = take().then(async ({ status }) => {
      await settleAll();
      return status;
    });
    await untilBlocked(t.deps.pool, { statements: 2 });
    await holder.query('COMMIT');
    expect([await voting, await taking]).toEqual([200, 200]);
  } finally {
    holder.release();
  }
  expect((await t.readApp(appId)).upvotes).toBe(0);
});

test('takes back votes that another node stored with a clock that is ahead', async () => {
  t.clock.advance(5_000);
  const ids = await voteTwice();
  t.clock.advance(-6_000);
  expect((await suspend(true)).status).toBe(200);
  await settleAll();
  for (const appId of ids) expect((await t.readApp(appId)).upvotes).toBe(0);
  t.clock.advance(1_000);
});

test('deleting an account deletes the votes that an undo would restore', async () => {
  const [appId = ''] = await voteTwice();
  await suspend(true);
  await settleAll();
  const [takeback] = (await read()).takebacks;
  await t.call(deletePerson, { params: { id }, body: { reason } }, admin);
  expect((await undo(takeback?.id)).error.code).toBe('takeback_not_found');
  expect(await t.deps.db.$count(takenVotes, eq(takenVotes.userId, id))).toBe(0);
  expect((await t.readApp(appId)).upvotes).toBe(0);
});

test('an undo restores no vote from before a reset of the statistics', async () => {
  await voteTwice();
  await suspend(true);
  await settleAll();
  await t.call(resetStats, {}, admin);
  const [takeback] = (await read()).takebacks;
  await undo(takeback?.id);
  await settleAll();
  expect(await read()).toMatchObject({ votes: { up: 0 }, takebacks: [{ restored: 0, isSettled: true }] });
});
