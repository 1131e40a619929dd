import { NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { expect, test, vi } from 'vitest';
import { loadPage } from './load-feed.ts';

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: 'No.', requestId: 'r' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });

test.each([
  [410, 'deck_expired'],
  [400, 'invalid_input'],
])('starts a new deck when the cursor gets %i %s', async (status, code) => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    if (address.includes('cursor=')) return Promise.resolve(refusal(status, code));
    return Promise.resolve(new Response('[]', { headers: { [NEXT_CURSOR_HEADER]: 'of the new deck' } }));
  });
  expect(await loadPage('old')).toEqual({ apps: [], cursor: 'of the new deck', endCursor: null });
  expect(requested).toHaveLength(2);
});
