import { beforeEach, expect, test, vi } from 'vitest';
import { dropVote, keepVote, type VoteLeft, votesLeft } from './vote-outbox.ts';

const kept = new Map<string, string>();
const vote = (appId: string, voteType: 'up' | 'down' = 'up'): VoteLeft => ({
  appId,
  title: `App ${appId}`,
  voteType,
  mode: 'cast',
  key: `key of ${appId}`,
});

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('votes wait in the order they were cast, each person for themselves', () => {
  keepVote('me', vote('a'));
  keepVote('me', vote('b'));
  keepVote('you', vote('c'));
  expect(votesLeft('me').map(({ appId }) => appId)).toEqual(['a', 'b']);
});

test('of several votes on one app the last counts', () => {
  keepVote('me', vote('a', 'up'));
  keepVote('me', vote('b'));
  keepVote('me', vote('a', 'down'));
  expect(votesLeft('me')).toEqual([vote('b'), vote('a', 'down')]);
});

test('a vote that has arrived is let go, and nothing stays behind', () => {
  keepVote('me', vote('a'));
  dropVote('me', 'a');
  expect(votesLeft('me')).toEqual([]);
  expect(kept.size).toBe(0);
});

test.each(['not json', '{}', 'null', '[1, null, {"appId": "a"}]'])('%s is no vote', (stored) => {
  kept.set('zapdeck.votes.me', stored);
  expect(votesLeft('me')).toEqual([]);
});

test('a browser that keeps nothing costs the vote and nothing else', () => {
  const closed = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  expect(() => keepVote('me', vote('a'))).not.toThrow();
  expect(votesLeft('me')).toEqual([]);
});
