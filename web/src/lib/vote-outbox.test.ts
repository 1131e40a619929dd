import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/fake-storages.ts';
import { type UnsentVote, voteOutbox } from './vote-outbox.ts';

const vote: UnsentVote = { appId: 'a', title: 'App', voteType: 'up', mode: 'cast' };

test.each([
  ['a vote', vote, 1],
  ['a vote without its app', { ...vote, appId: undefined }, 0],
  ['a vote with a key', { ...vote, key: 'its key' }, 1],
  ['a vote of an unknown type', { ...vote, voteType: 'sideways' }, 0],
  ['a toggle', { ...vote, mode: 'toggle' }, 0],
])('reads or ignores %s from storage', (_, stored, count) => {
  const { storage, kept } = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  kept.set('zapdeck.votes.me', JSON.stringify([stored]));
  expect(voteOutbox('me').unsent()).toHaveLength(count);
});
