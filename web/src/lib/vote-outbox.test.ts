import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/fake-storages.ts';
import { type UnsentVote, voteOutbox } from './vote-outbox.ts';

const vote: UnsentVote = { appId: 'a', title: 'App', voteType: 'up', mode: 'cast' };

test.each([
  ['a vote', vote, 1],
  ['one without its app', { ...vote, appId: undefined }, 0],
  ['one that was kept under a key', { ...vote, key: 'its key' }, 1],
  ['one of no known type', { ...vote, voteType: 'sideways' }, 0],
  ['one that would turn over what stands', { ...vote, mode: 'toggle' }, 0],
])('%s that is found in the browser is believed or not', (_, stored, believed) => {
  const { storage, kept } = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  kept.set('zapdeck.votes.me', JSON.stringify([stored]));
  expect(voteOutbox('me').unsent()).toHaveLength(believed);
});
