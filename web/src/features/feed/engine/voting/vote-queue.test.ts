import type { App } from '@zapdeck/contract/apps';
import type { VoteType } from '@zapdeck/contract/votes';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anApp } from '../../../../testing/an-app.ts';
import type { VoteSent } from '../../../../lib/vote-outbox.ts';
import { createVoteQueue, type VoteQueue, type VoteQueueDeps } from './vote-queue.ts';

type Sent = VoteSent & {
  answer: (vote: VoteType | null, upvotes: number, downvotes: number) => void;
  fail: (reason?: string) => void;
};

let app: App;
let sent: Sent[];
let pending: ReadonlySet<string>;
let clock: number;
let queue: VoteQueue;
const recorded = vi.fn<VoteQueueDeps['onRecorded']>();
const failed = vi.fn<VoteQueueDeps['onFailed']>();
let kept: VoteSent[];

const settle = () => new Promise((resolve) => setTimeout(resolve));
const state = () => [app.userVote?.voteType ?? null, app.upvotes, app.downvotes];

beforeEach(() => {
  app = anApp('a', { upvotes: 3, downvotes: 1 });
  sent = [];
  pending = new Set();
  clock = 0;
  recorded.mockReset();
  failed.mockReset();
  kept = [];
  queue = createVoteQueue({
    userId: 'u',
    now: () => clock,
    read: () => app,
    patch: (_, change) => (app = { ...app, ...change }),
    send: (vote) =>
      new Promise((resolve, reject) =>
        sent.push({
          ...vote,
          answer: (voteType, upvotes, downvotes) =>
            resolve({ message: '', userVote: voteType && { voteType, userId: 'u' }, upvotes, downvotes }),
          fail: (reason = '503: away') => reject(new Error(reason)),
        }),
      ),
    keep: (_, vote) => (kept = [vote]),
    drop: () => (kept = []),
    mayBeSentLater: (error) => String(error).includes('503'),
    onPending: (ids) => (pending = ids),
    onRecorded: recorded,
    onFailed: failed,
  });
});

test('updates the app at once, then with the response', async () => {
  queue.vote('a', 'up', 'toggle');
  expect(state()).toEqual(['up', 4, 1]);
  expect(queue.isPending('a')).toBe(true);
  await settle();
  expect(sent[0]).toMatchObject({ appId: 'a', voteType: 'up', mode: 'cast' });
  sent[0]?.answer('up', 9, 2);
  await settle();
  expect(state()).toEqual(['up', 9, 2]);
  expect(pending.size).toBe(0);
  expect(recorded).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), null, 'up', 'toggle');
});

test('removes a vote that is cast again, and switches to the other vote', async () => {
  app = anApp('a', { upvotes: 3, downvotes: 1, userVote: { voteType: 'up', userId: 'u' } });
  queue.vote('a', 'down', 'toggle');
  expect(state()).toEqual(['down', 2, 2]);
  queue.vote('a', 'down', 'toggle');
  expect(state()).toEqual([null, 2, 1]);
  await settle();
  expect(sent).toHaveLength(1);
  sent[0]?.answer('down', 2, 2);
  await settle();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ voteType: 'down', mode: 'retract' });
  expect(state()).toEqual([null, 2, 1]);
});

test('sends nothing for a like of a liked app', () => {
  app = anApp('a', { userVote: { voteType: 'up', userId: 'u' } });
  queue.vote('a', 'up', 'cast');
  expect(pending.size).toBe(0);
});

test('rolls back counts and vote together after a refusal', async () => {
  queue.vote('a', 'down', 'toggle');
  await settle();
  sent[0]?.fail();
  await settle();
  expect(state()).toEqual([null, 3, 1]);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), expect.any(Error));
  expect(queue.isPending('a')).toBe(false);
});

describe('the stored vote', () => {
  test('is kept until the response', async () => {
    queue.vote('a', 'up', 'cast');
    expect(kept).toEqual([{ appId: 'a', voteType: 'up', mode: 'cast' }]);
    await settle();
    expect(kept).toHaveLength(1);
    sent[0]?.answer('up', 4, 1);
    await settle();
    expect(kept).toEqual([]);
  });

  test.each([
    ['503: away', 1],
    ['404: gone', 0],
  ])('is kept after %s only if it may be sent again', async (reason, left) => {
    queue.vote('a', 'up', 'cast');
    await settle();
    sent[0]?.fail(reason);
    await settle();
    expect(kept).toHaveLength(left);
  });

  test('replaces the vote before, and stays after the response to that', async () => {
    queue.vote('a', 'up', 'toggle');
    queue.vote('a', 'up', 'toggle');
    await settle();
    sent[0]?.answer('up', 4, 1);
    await settle();
    expect(kept).toEqual([{ appId: 'a', voteType: 'up', mode: 'retract' }]);
  });
});

test('keeps newer counts in a rollback', async () => {
  queue.vote('a', 'up', 'toggle');
  app = { ...app, upvotes: app.upvotes + 5 };
  await settle();
  sent[0]?.fail();
  await settle();
  expect(state()).toEqual([null, 8, 1]);
});

test('rolls back to the server’s vote after two failures', async () => {
  queue.vote('a', 'up', 'toggle');
  queue.vote('a', 'down', 'toggle');
  await settle();
  sent[0]?.fail();
  await settle();
  sent[1]?.fail();
  await settle();
  expect(state()).toEqual([null, 3, 1]);
});

test('rolls back to the first vote if the second fails', async () => {
  queue.vote('a', 'up', 'toggle');
  queue.vote('a', 'up', 'toggle');
  await settle();
  sent[0]?.answer('up', 4, 1);
  await settle();
  sent[1]?.fail();
  await settle();
  expect(state()).toEqual(['up', 4, 1]);
});

describe('resend', () => {
  const left: VoteSent = { appId: 'a', voteType: 'up', mode: 'cast' };

  test('updates the app at once, then with the response', async () => {
    kept = [left];
    const answer = queue.resend(left);
    expect(state()).toEqual(['up', 4, 1]);
    expect(queue.isPending('a')).toBe(true);
    await settle();
    sent[0]?.answer('up', 9, 2);
    await expect(answer).resolves.toMatchObject({ upvotes: 9 });
    expect([state(), kept, pending.size]).toEqual([['up', 9, 2], [], 0]);
    expect(recorded).not.toHaveBeenCalled();
  });

  test('is sent before a newer vote on the app, which stays stored', async () => {
    const answer = queue.resend(left);
    queue.vote('a', 'down', 'toggle');
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.answer('up', 4, 1);
    await answer;
    await settle();
    expect(kept).toEqual([{ appId: 'a', voteType: 'down', mode: 'cast' }]);
    sent[1]?.fail();
    await settle();
    expect(kept).toEqual([{ appId: 'a', voteType: 'down', mode: 'cast' }]);
    expect(state()).toEqual(['up', 4, 1]);
  });

  test.each([
    ['503: away', 1],
    ['404: gone', 0],
  ])('rejects after %s, and stores the vote only if it may be sent again', async (reason, count) => {
    kept = [left];
    const answer = queue.resend(left);
    await settle();
    sent[0]?.fail(reason);
    await expect(answer).rejects.toThrow(reason);
    expect(kept).toHaveLength(count);
    expect(state()).toEqual([null, 3, 1]);
  });

  test('can be undone while it is pending', async () => {
    const answer = queue.resend(left);
    queue.restore('a', null);
    await settle();
    sent[0]?.answer('up', 4, 1);
    await answer;
    await settle();
    expect(sent[1]).toMatchObject({ voteType: 'up', mode: 'retract' });
  });
});

describe('undo', () => {
  test.each([
    [null, 'up', { voteType: 'up', mode: 'retract' }],
    ['down', 'up', { voteType: 'down', mode: 'cast' }],
  ] as const)('restores %s from %s', async (before, current, expected) => {
    app = anApp('a', { upvotes: 1, downvotes: 1, userVote: { voteType: current, userId: 'u' } });
    queue.restore('a', before);
    expect(app.userVote?.voteType ?? null).toBe(before);
    await settle();
    expect(sent[0]).toMatchObject(expected);
  });

  test('does nothing if the vote is the same', () => {
    queue.restore('a', null);
    expect(pending.size).toBe(0);
  });

  test.each([null, 'down'] as const)('keeps %s, which was chosen since', (current) => {
    app = anApp('a', { userVote: current && { voteType: current, userId: 'u' } });
    queue.restore('a', current === null ? 'down' : null);
    expect(pending.size).toBe(0);
  });

  test('drops a stored vote that failed', async () => {
    queue.vote('a', 'up', 'cast');
    await settle();
    sent[0]?.fail();
    await settle();
    expect(kept).toHaveLength(1);
    queue.restore('a', null);
    expect(kept).toEqual([]);
    expect(pending.size).toBe(0);
  });

  test('waits for the pending vote', async () => {
    queue.vote('a', 'up', 'cast');
    queue.restore('a', null);
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.fail();
    await settle();
    expect(sent[1]).toMatchObject({ voteType: 'up', mode: 'retract' });
    sent[1]?.answer(null, 3, 1);
    await settle();
    expect(state()).toEqual([null, 3, 1]);
  });
});

test('votedSince names votes that were pending or answered after the time', async () => {
  clock = 10;
  queue.vote('a', 'up', 'toggle');
  expect([...queue.votedSince(5)]).toEqual(['a']);
  await settle();
  clock = 20;
  sent[0]?.answer('up', 4, 1);
  await settle();
  expect([...queue.votedSince(15)]).toEqual(['a']);
  expect([...queue.votedSince(25)]).toEqual([]);
});
