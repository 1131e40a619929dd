import { BEST_DECK } from '@zapdeck/contract/feed/decks';
import { NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anApp } from '../../../../testing/an-app.ts';
import { dealDeck, loadPage } from './load-pages.ts';

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: 'No.', requestId: 'r' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const firstPage = () => new Response('[]', { headers: { [NEXT_CURSOR_HEADER]: 'of the new deck' } });

let requested: string[];
beforeEach(() => {
  requested = [];
});

function answerWith(answer: (address: string) => Response): void {
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    return Promise.resolve(answer(address));
  });
}

describe('loadPage', () => {
  test.each([
    [410, 'deck_expired'],
    [400, 'invalid_input'],
  ])('starts the same deck again when the cursor gets %i %s', async (status, code) => {
    answerWith((address) => (address.includes('cursor=') ? refusal(status, code) : firstPage()));
    const page = await loadPage('category:games', 'old');
    expect(page).toEqual({ apps: [], cursor: 'of the new deck', endCursor: null });
    expect(requested).toEqual(['/api/apps?cursor=old', '/api/apps?deck=category%3Agames']);
  });
});

describe('dealDeck', () => {
  test.each([
    [BEST_DECK, '/api/apps'],
    ['category:games', '/api/apps?deck=category%3Agames'],
  ])('requests %s as %s and stores its key', async (key, address) => {
    answerWith(firstPage);
    expect(await dealDeck(key, null)).toMatchObject({ key, cursor: 'of the new deck' });
    expect(requested).toEqual([address]);
  });

  test('puts the addressed app first, with the reason that the page gives', async () => {
    const because = { id: 'c', title: 'App c' };
    const page = [anApp('a'), { ...anApp('b'), because }];
    answerWith((address) => Response.json(address.includes('ids=') ? [anApp('b')] : page));
    const { apps } = await dealDeck('for-you', 'b');
    expect(apps.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(apps[0]).toMatchObject({ because });
  });

  test('puts the addressed app first if the page is without it', async () => {
    answerWith((address) => Response.json([anApp(address.includes('ids=') ? 'b' : 'a')]));
    expect((await dealDeck('for-you', 'b')).apps.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});
