import { currentUser, type CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { castVote } from '@zapdeck/contract/feed/votes';
import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { anApp } from '../../testing/an-app.ts';
import { unlike } from './liked-screen.tsx';

/** Removes a like of `u` in a browser where this user is signed in. Returns the sent votes. */
async function sentBy(id: string): Promise<unknown[]> {
  const user = { id } as CurrentUser;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === currentUser.path) return Response.json(user);
    if (path === castVote.path) sent.push(JSON.parse(init?.body as string));
    return Response.json({ message: '', userVote: null, upvotes: 0, downvotes: 0 });
  });
  startSession(user);
  await unlike({ ...anApp('a'), likedAt: new Date(0).toISOString() }, 'u');
  return sent;
}

test('names the owner of the list, so that another account in the browser is not affected', async () => {
  expect(await sentBy('u')).toEqual([{ appId: 'a', voteType: 'up', mode: 'retract', userId: 'u' }]);
});

test('sends nothing if another account is signed in', async () => {
  expect(await sentBy('another')).toEqual([]);
});
