import { END_CURSOR_HEADER, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../../lib/session.ts';
import { anApp } from '../../../../testing/an-app.ts';
import { dealtDeck, renewDeck } from './dealt-decks.ts';

const user = { id: 'u', isGuest: true } as Parameters<typeof startSession>[0];
const MINUTE = 60_000;

/** Responses for a deck in order, the last one repeats: the ids of its apps, or the status of a refusal. */
let answers: (string | number)[];
let requests: number;
let page: EventTarget & { hidden: boolean };

function answer(): Response {
  requests += 1;
  const next = answers.length > 1 ? answers.shift() : answers[0];
  if (typeof next === 'number') return new Response('{}', { status: next });
  return Response.json(
    [...(next ?? '')].map((id) => anApp(id)),
    { headers: { [END_CURSOR_HEADER]: 'end', ...(next === 'ab' && { [NEXT_CURSOR_HEADER]: 'more' }) } },
  );
}

const open = () => dealtDeck('u', 'best').subscribe(() => undefined);
const front = () => dealtDeck('u', 'best').get().store?.get().deck.apps[0]?.id;

beforeEach(() => {
  vi.useFakeTimers();
  answers = ['ab'];
  requests = 0;
  page = Object.assign(new EventTarget(), { hidden: false });
  const events = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home', search: '' });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(address.startsWith('/api/apps') ? answer() : Response.json(user)),
  );
  startSession(user);
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});

describe('a deck', () => {
  test('is kept for half an hour after the feed has left it', async () => {
    open()();
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    open()();
    expect([requests, front()]).toEqual([1, 'a']);
    await vi.advanceTimersByTimeAsync(31 * MINUTE);
    expect(front()).toBeUndefined();
  });

  test('is requested three times before the error is shown, and again when the network is back', async () => {
    answers = [503];
    const close = open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([requests, dealtDeck('u', 'best').get().error]).toMatchObject([3, { status: 503 }]);
    answers = ['ab'];
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([requests, front(), dealtDeck('u', 'best').get().error]).toEqual([4, 'a', undefined]);
    close();
  });

  test('is not requested again after a refusal', async () => {
    answers = [404];
    const close = open();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(requests).toBe(1);
    close();
  });

  test('without cards is requested every 30 seconds until it has some', async () => {
    answers = ['', '', 'ab'];
    const close = open();
    await vi.advanceTimersByTimeAsync(31_000);
    expect([requests, front()]).toEqual([2, undefined]);
    await vi.advanceTimersByTimeAsync(31_000);
    expect([requests, front()]).toEqual([3, 'a']);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(requests).toBe(3);
    close();
  });

  test('stays when the guest signs up, and goes when another user signs in', async () => {
    open()();
    await vi.advanceTimersByTimeAsync(0);
    startSession({ ...user, isGuest: false });
    expect(front()).toBe('a');
    startSession({ ...user, id: 'v' });
    expect(front()).toBeUndefined();
  });
});

describe('a renewed deck', () => {
  test('is dealt again at once while the feed shows it', async () => {
    const close = open();
    await vi.advanceTimersByTimeAsync(0);
    answers = ['c'];
    renewDeck('u', 'best');
    await vi.advanceTimersByTimeAsync(0);
    expect([requests, front()]).toEqual([2, 'c']);
    close();
  });

  test('is dealt when the feed shows it again', async () => {
    open()();
    await vi.advanceTimersByTimeAsync(0);
    answers = ['c'];
    renewDeck('u', 'best');
    await vi.advanceTimersByTimeAsync(0);
    expect([requests, front()]).toEqual([1, undefined]);
    open()();
    await vi.advanceTimersByTimeAsync(0);
    expect([requests, front()]).toEqual([2, 'c']);
  });

  test('stays when the half hour of the deck before it is over', async () => {
    open()();
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    renewDeck('u', 'best');
    answers = ['c'];
    const close = open();
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    expect([requests, front()]).toEqual([2, 'c']);
    close();
  });
});
