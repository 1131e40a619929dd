import { BEST_DECK } from '@zapdeck/contract/feed/decks';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anApp } from '../../../testing/an-app.ts';
import { aDeck as dealt, aPage } from './deck.fixture.ts';
import {
  cardId,
  createDeck,
  currentCard,
  type Deck,
  END,
  needsPage,
  nextCard,
  refreshWindow,
} from './deck.ts';
import { type DeckAction, reduceDeck } from './reduce-deck.ts';

const after = (deck: Deck, ...actions: DeckAction[]) => actions.reduce(reduceDeck, deck);
const order = (deck: Deck) => deck.apps.map((app) => app.id).join('');
const named = (card: ReturnType<typeof currentCard>) => card && cardId(card);
const front = (deck: Deck) => named(currentCard(deck)) ?? '-';
const upcoming = (deck: Deck) => named(nextCard(deck));
const pass = { type: 'forward', decision: 'pass' } as const;
const like = { type: 'forward', decision: 'like' } as const;
const back = { type: 'undo' } as const;
const page = (ids: string, cursor: string | null = null): DeckAction => ({
  type: 'append',
  ...aPage(ids, cursor),
});
const open = (id: string): DeckAction => ({ type: 'open', card: id === END ? END : anApp(id) });
const unanswered = { type: 'give-up-asking' } as const;

describe('createDeck and append', () => {
  test.each([
    ['a page twice', dealt('abca'), 'abc', 'a'],
    ['nothing', dealt(''), '', '-'],
    ['a page with a known card', after(dealt('ab', 'x'), page('bcd')), 'abcd', 'a'],
    ['the first cards into an empty deck', after(dealt(''), page('ab')), 'ab', 'a'],
  ])('%s', (_, deck, ids, id) => {
    expect(order(deck)).toBe(ids);
    expect(front(deck)).toBe(id);
  });
});

describe('forward', () => {
  test.each([
    ['one', dealt('abc'), [pass], 'b', 'c'],
    ['to the last', dealt('abc'), [pass, pass], 'c', 'end'],
    ['past the last of all: our own card', dealt('abc'), [pass, pass, pass], 'end', 'a'],
    ['past the last dealt: waiting', dealt('abc', 'x'), [pass, pass, pass], '-', undefined],
    ['waiting, then a page', dealt('ab', 'x'), [pass, pass, page('cd', 'y')], 'c', 'd'],
    ['waiting, then a page of known cards', dealt('ab', 'x'), [pass, pass, page('ab', 'y')], '-', undefined],
    ['waiting, then the end', dealt('ab', 'x'), [pass, pass, page('ab')], 'end', 'a'],
    ['alone', dealt('a'), [pass], 'end', 'a'],
    ['in an empty deck', dealt(''), [pass], '-', undefined],
  ] as const)('%s', (_, deck, actions, id, then) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(upcoming(moved)).toBe(then);
  });

  describe('from the end card', () => {
    const end = after(dealt('ab'), pass, pass);
    test.each([
      ['with nothing new: the first again', [page(''), pass], 'a', 'b'],
      ['with a new app: that one before the first', [page('c'), pass], 'c', 'end'],
      ['after a new app: the end card again', [page('c'), pass, pass], 'end', 'a'],
      ['with more to come: waiting', [page('', 'y'), pass], '-', undefined],
      ['with more to come, which came: that', [page('', 'y'), pass, page('c')], 'c', 'end'],
      ['with more to come, which was nothing: the first', [page('', 'y'), pass, page('ab')], 'a', 'b'],
      ['before the answer: waiting', [pass], '-', undefined],
      ['before the answer, which was nothing: the first', [pass, page('')], 'a', 'b'],
      ['before the answer, which was a new app: that one', [pass, page('c')], 'c', 'end'],
      ['before the answer, which never came: the first', [pass, unanswered], 'a', 'b'],
      ['without an answer: the first', [unanswered, pass], 'a', 'b'],
    ] as const)('%s', (_, actions, id, then) => {
      const moved = after(end, ...actions);
      expect(front(moved)).toBe(id);
      expect(upcoming(moved)).toBe(then);
    });
  });

  test('resets the viewed apps when the deck begins again', () => {
    const seen = after(
      dealt('ab'),
      { type: 'view', id: 'a' },
      pass,
      { type: 'view', id: 'b' },
      pass,
      page(''),
    );
    expect([...seen.viewed]).toEqual(['a', 'b']);
    expect(after(seen, pass).viewed.size).toBe(0);
  });

  test('keeps the number of the next showing, whose frame may have loaded', () => {
    const deck = dealt('abc');
    const moved = after(deck, like);
    expect(moved.seq).toBe(deck.nextSeq);
    expect(moved.leaving).toMatchObject({ seq: deck.seq, exit: 'like', card: { id: 'a' } });
  });

  test('removes only the card that has left the stage', () => {
    const moved = after(dealt('abc'), pass, pass);
    expect(after(moved, { type: 'settle', seq: 1 })).toBe(moved);
    expect(after(moved, { type: 'settle', seq: 2 }).leaving).toBeNull();
  });

  test('gives another next card a new showing', () => {
    const last = after(dealt('ab'), pass);
    const grown = after(last, page('c'));
    expect(upcoming(grown)).toBe('c');
    expect(grown.nextSeq).toBeGreaterThan(last.nextSeq);
  });
});

describe('undo', () => {
  test('skips no card if the one that comes back was removed and dealt again later', () => {
    const refreshed = { type: 'refresh', apps: [], asked: ['a', 'b'], keepVotes: new Set<string>() } as const;
    const again = after(dealt('ab'), pass, pass, page('c', 'y'), refreshed, page('b', 'y'));
    expect([order(again), front(again)]).toEqual(['cb', END]);
    const returned = after(again, back);
    expect([order(returned), front(returned), upcoming(returned)]).toEqual(['bc', 'b', 'c']);
  });

  test.each([
    ['nothing to take back', dealt('abc'), [back], 'a', 0],
    ['one step', dealt('abc'), [like, back], 'a', 0],
    ['several steps', dealt('abcd'), [like, pass, like, back, back], 'b', 1],
    ['from the end card', dealt('ab'), [pass, pass, back], 'b', 1],
    ['over the wrap', dealt('ab'), [pass, pass, unanswered, pass, back], 'end', 2],
    ['over the wrap and the end card', dealt('ab'), [pass, pass, unanswered, pass, back, back], 'b', 1],
    ['while waiting behind the end card', dealt('ab'), [pass, pass, pass, back], 'end', 2],
    ['while waiting for a page', dealt('ab', 'x'), [pass, pass, back], 'b', 1],
  ] as const)('%s', (_, deck, actions, id, steps) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(moved.undo).toHaveLength(steps);
  });

  test('keeps the vote from before', () => {
    const voted = after(dealt('ab'), {
      type: 'patch',
      id: 'a',
      change: { userVote: { voteType: 'down', userId: 'u' } },
    });
    expect(after(voted, like).undo.at(-1)).toEqual({ card: 'a', decision: 'like', voteBefore: 'down' });
  });

  test('shows new apps before the first card again, after a return to the end card', () => {
    const again = after(dealt('ab'), pass, pass, unanswered, pass, page('c'), back);
    expect([front(again), upcoming(again)]).toEqual(['end', 'c']);
  });

  test('shows an app that was removed and dealt again before the first card', () => {
    const gone: DeckAction = { type: 'refresh', ...aPage('a'), asked: ['a', 'b'], keepVotes: new Set() };
    const again = after(dealt('ab'), pass, pass, gone, page('cb'), pass, back);
    expect([front(again), upcoming(again)]).toEqual(['end', 'b']);
  });

  test('keeps how the card had left', () => {
    expect(after(dealt('ab'), like, back).returning).toBe('like');
    expect(after(dealt('ab'), like, back, pass).returning).toBeNull();
  });
});

describe('open', () => {
  test.each([
    ['the current one', dealt('abc'), [open('a')], 'a', 'abc'],
    ['the one before', dealt('abc'), [pass, open('a')], 'a', 'abc'],
    ['back and forward again', dealt('abc'), [pass, pass, open('a'), open('c')], 'c', 'abc'],
    ['the next one', dealt('abc'), [open('b')], 'b', 'abc'],
    ['one not seen yet skips none', dealt('abcd'), [open('d')], 'd', 'dabc'],
    ['an unknown one', dealt('abc'), [pass, open('x')], 'x', 'axbc'],
    ['into an empty deck', dealt(''), [open('x')], 'x', 'x'],
    ['at the end card: the last', dealt('ab'), [pass, pass, open('b')], 'b', 'ab'],
    ['at the end card: an unknown one', dealt('ab'), [pass, pass, open('x')], 'x', 'abx'],
    ['the end card', dealt('ab'), [pass, pass, unanswered, pass, open('end')], 'end', 'ab'],
  ] as const)('%s', (_, deck, actions, id, ids) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(order(moved)).toBe(ids);
  });

  test('drops the undo steps that it goes back over', () => {
    expect(after(dealt('abcd'), pass, like, pass, open('b')).undo.map((step) => step.card)).toEqual(['a']);
  });
});

describe('refresh', () => {
  const refresh = (ids: string, asked: string, change = {}, keepVotes = ''): DeckAction => ({
    type: 'refresh',
    apps: [...ids].map((id) => anApp(id, change)),
    asked: [...asked],
    keepVotes: new Set(keepVotes),
  });

  test('keeps the reasons of cards, which only pages have', () => {
    const because = { id: 'z', title: 'Wave Cube' };
    const deck = dealt('ab');
    const reasoned = {
      ...deck,
      apps: deck.apps.map((app) => ({ ...app, reason: 'paired' as const, because })),
    };
    expect(after(reasoned, refresh('ab', 'ab', { views: 7 })).apps[0]).toMatchObject({ because, views: 7 });
  });

  test('updates in place, in any order of the response', () => {
    const deck = after(dealt('abcd'), pass, refresh('dcba', 'abcd', { views: 7 }));
    expect(order(deck)).toBe('abcd');
    expect(front(deck)).toBe('b');
    expect(deck.apps.every((app) => app.views === 7)).toBe(true);
  });

  test('keeps a pending vote', () => {
    const vote: { voteType: VoteType; userId: string } = { voteType: 'up', userId: 'u' };
    const voted = after(dealt('ab'), { type: 'patch', id: 'a', change: { userVote: vote, upvotes: 3 } });
    const [a] = after(voted, refresh('ab', 'ab', { views: 7, upvotes: 2 }, 'a')).apps;
    expect(a).toMatchObject({ userVote: vote, upvotes: 3, views: 7 });
  });

  test.each([
    ['to come', dealt('abcd'), [refresh('abd', 'abcd')], 'abd', 'a'],
    ['in front', dealt('abc'), [refresh('bc', 'abc')], 'abc', 'a'],
    ['behind', dealt('abc'), [pass, refresh('bc', 'abc')], 'abc', 'b'],
    ['not asked for', dealt('abcd'), [refresh('ab', 'ab')], 'abcd', 'a'],
    ['behind the end card', dealt('abc'), [pass, pass, pass, refresh('bc', 'abc')], 'bc', 'end'],
  ] as const)('handles a card %s that is no longer approved', (_, deck, actions, ids, id) => {
    const moved = after(deck, ...actions);
    expect(order(moved)).toBe(ids);
    expect(front(moved)).toBe(id);
  });
});

describe('refreshWindow and needsPage', () => {
  const apps = Array.from({ length: 300 }, (_, n) => anApp(`n${n}`));
  const many = createDeck(BEST_DECK, { apps, cursor: 'x', endCursor: null });
  const far = after(many, ...Array.from({ length: 150 }, () => pass));
  test('holds the front card, a few before it and no more than a request may name', () => {
    const ids = refreshWindow(far);
    expect(ids).toHaveLength(100);
    expect(ids[10]).toBe('n150');
  });
  test('continues with the first cards at the end of the deck', () => {
    const last = after(dealt('abcdefghijklmno'), ...Array.from({ length: 14 }, () => pass));
    expect(refreshWindow(last).join('')).toBe('efghijklmnoabcd');
  });
  test.each([
    [dealt('abcde', 'x'), 4, false],
    [dealt('abcd', 'x'), 4, true],
    [dealt('abcd'), 4, false],
  ])('needs the next page before the last card', (deck, ahead, needed) => {
    expect(needsPage(deck, ahead)).toBe(needed);
  });
});

test('keeps its invariants after any sequence of actions', () => {
  const ids = fc.stringMatching(/^[a-j]{0,5}$/);
  const cursor = fc.constantFrom('x', null);
  const action: fc.Arbitrary<DeckAction> = fc.oneof(
    fc.record({
      type: fc.constant('forward' as const),
      decision: fc.constantFrom('like' as const, 'pass' as const),
    }),
    fc.constant(back),
    fc.constant(unanswered),
    fc.constantFrom(...'abcdefghij', END).map(open),
    fc.tuple(ids, cursor).map(([list, next]) => page(list, next)),
    fc.tuple(ids, ids).map(
      ([list, asked]): DeckAction => ({
        type: 'refresh',
        apps: [...new Set(list)].map((id) => anApp(id)),
        asked: [...asked],
        keepVotes: new Set(),
      }),
    ),
  );
  fc.assert(
    fc.property(ids, cursor, fc.array(action, { maxLength: 40 }), (list, next, actions) => {
      let deck = dealt(list, next);
      for (const step of actions) {
        const before = deck;
        deck = reduceDeck(deck, step);
        expect(new Set(order(deck)).size).toBe(deck.apps.length);
        expect(deck.index).toBeGreaterThanOrEqual(0);
        expect(deck.index).toBeLessThanOrEqual(deck.apps.length);
        expect(deck.nextSeq).toBeGreaterThan(deck.seq);
        if (deck.leaving) expect(deck.leaving.seq).toBeLessThan(deck.seq);
        if (deck.apps.length > 0 && deck.cursor === null)
          expect(currentCard(deck) !== undefined || deck.end === 'left').toBe(true);
        if (step.type === 'append' && currentCard(before)) expect(front(deck)).toBe(front(before));
        if (step.type === 'refresh') {
          expect(front(deck)).toBe(front(before));
          expect([...order(before)].filter((id) => order(deck).includes(id)).join('')).toBe(order(deck));
        }
      }
    }),
    { seed: 1 },
  );
});
