import type { VoteType } from '@zapdeck/contract/votes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anApp } from './deck.fixture.ts';
import { createDeck, currentApp, type Deck, type DeckAction, nextApp, reduceDeck } from './deck.ts';
import { needsPage, refreshWindow } from './deck-window.ts';

const dealt = (ids: string, cursor: string | null = null) =>
  createDeck(
    [...ids].map((id) => anApp(id)),
    cursor,
  );
const after = (deck: Deck, ...actions: DeckAction[]) => actions.reduce(reduceDeck, deck);
const order = (deck: Deck) => deck.apps.map((app) => app.id).join('');
const front = (deck: Deck) => currentApp(deck)?.id ?? '-';
const pass = { type: 'forward', decision: 'pass' } as const;
const like = { type: 'forward', decision: 'like' } as const;
const back = { type: 'undo' } as const;
const page = (ids: string, cursor: string | null = null): DeckAction => ({
  type: 'append',
  apps: [...ids].map((id) => anApp(id)),
  cursor,
});
const open = (id: string): DeckAction => ({ type: 'open', app: anApp(id) });

describe('dealing', () => {
  test.each([
    ['a page twice', dealt('abca'), 'abc', 'a'],
    ['nothing', dealt(''), '', '-'],
    ['a page with a known card', after(dealt('ab', 'x'), page('bcd')), 'abcd', 'a'],
    ['the first cards into an empty deck', after(dealt(''), page('ab')), 'ab', 'a'],
  ])('%s', (_, deck, ids, id) => {
    expect(order(deck)).toBe(ids);
    expect(front(deck)).toBe(id);
  });

  test('changes nothing when there is nothing new', () => {
    const deck = dealt('abc');
    expect(after(deck, page('cab'))).toBe(deck);
  });
});

describe('going on', () => {
  test.each([
    ['one', dealt('abc'), [pass], 'b', 'c'],
    ['to the last', dealt('abc'), [pass, pass], 'c', 'a'],
    ['past the last of all: from the front', dealt('abc'), [pass, pass, pass], 'a', 'b'],
    ['past the last dealt: waiting', dealt('abc', 'x'), [pass, pass, pass], '-', undefined],
    ['waiting, then a page', dealt('ab', 'x'), [pass, pass, page('cd', 'y')], 'c', 'd'],
    ['waiting, then a page of known cards', dealt('ab', 'x'), [pass, pass, page('ab', 'y')], '-', undefined],
    ['waiting, then the end', dealt('ab', 'x'), [pass, pass, page('')], 'a', 'b'],
    ['alone', dealt('a'), [pass], 'a', 'a'],
    ['in an empty deck', dealt(''), [pass], '-', undefined],
  ] as const)('%s', (_, deck, actions, id, next) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(nextApp(moved)?.id).toBe(next);
  });

  test('forgets what was viewed when the deck begins again, and not before', () => {
    const seen = after(dealt('ab'), { type: 'view', id: 'a' }, pass, { type: 'view', id: 'b' });
    expect([...seen.viewed]).toEqual(['a', 'b']);
    expect(after(seen, pass).viewed.size).toBe(0);
  });

  test('takes over the number of the next showing, which may be loaded already', () => {
    const deck = dealt('abc');
    const moved = after(deck, like);
    expect(moved.seq).toBe(deck.nextSeq);
    expect(moved.leaving).toMatchObject({ seq: deck.seq, exit: 'like', app: { id: 'a' } });
  });

  test('lets go of the card on its way out, and of no other', () => {
    const moved = after(dealt('abc'), pass, pass);
    expect(after(moved, { type: 'settle', seq: 1 })).toBe(moved);
    expect(after(moved, { type: 'settle', seq: 2 }).leaving).toBeNull();
  });

  test('a newcomer in the place of the next card is a showing of its own', () => {
    const last = after(dealt('ab'), pass);
    const grown = after(last, page('c'));
    expect(nextApp(grown)?.id).toBe('c');
    expect(grown.nextSeq).toBeGreaterThan(last.nextSeq);
  });
});

describe('undo', () => {
  test.each([
    ['nothing to take back', dealt('abc'), [back], 'a', 0],
    ['one step', dealt('abc'), [like, back], 'a', 0],
    ['several steps', dealt('abcd'), [like, pass, like, back, back], 'b', 1],
    ['over the wrap', dealt('ab'), [pass, pass, back], 'b', 1],
    ['while waiting for a page', dealt('ab', 'x'), [pass, pass, back], 'b', 1],
  ] as const)('%s', (_, deck, actions, id, steps) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(moved.undo).toHaveLength(steps);
  });

  test('knows the vote before', () => {
    const voted = after(dealt('ab'), {
      type: 'patch',
      id: 'a',
      change: { userVote: { voteType: 'down', userId: 'u' } },
    });
    expect(after(voted, like).undo.at(-1)).toEqual({ appId: 'a', decision: 'like', voteBefore: 'down' });
  });

  test('says from where the card returns', () => {
    expect(after(dealt('ab'), like, back).returning).toBe('like');
    expect(after(dealt('ab'), like, back, pass).returning).toBeNull();
  });
});

describe('opening a card', () => {
  test.each([
    ['the current one', dealt('abc'), [open('a')], 'a', 'abc'],
    ['the one before', dealt('abc'), [pass, open('a')], 'a', 'abc'],
    ['back and forward again', dealt('abc'), [pass, pass, open('a'), open('c')], 'c', 'abc'],
    ['the next one', dealt('abc'), [open('b')], 'b', 'abc'],
    ['one not seen yet skips none', dealt('abcd'), [open('d')], 'd', 'dabc'],
    ['an unknown one', dealt('abc'), [pass, open('x')], 'x', 'axbc'],
    ['into an empty deck', dealt(''), [open('x')], 'x', 'x'],
  ] as const)('%s', (_, deck, actions, id, ids) => {
    const moved = after(deck, ...actions);
    expect(front(moved)).toBe(id);
    expect(order(moved)).toBe(ids);
  });

  test('forgets the steps that it goes back over', () => {
    expect(after(dealt('abcd'), pass, like, pass, open('b')).undo.map((step) => step.appId)).toEqual(['a']);
  });
});

describe('a refresh', () => {
  const refresh = (ids: string, asked: string, change = {}, keepVotes = ''): DeckAction => ({
    type: 'refresh',
    apps: [...ids].map((id) => anApp(id, change)),
    asked: [...asked],
    keepVotes: new Set(keepVotes),
  });

  test('updates in place, whatever order the answer has', () => {
    const deck = after(dealt('abcd'), pass, refresh('dcba', 'abcd', { views: 7 }));
    expect(order(deck)).toBe('abcd');
    expect(front(deck)).toBe('b');
    expect(deck.apps.every((app) => app.views === 7)).toBe(true);
  });

  test('leaves a vote alone that is on its way', () => {
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
  ] as const)('a card %s that is no longer approved', (_, deck, actions, ids, id) => {
    const moved = after(deck, ...actions);
    expect(order(moved)).toBe(ids);
    expect(front(moved)).toBe(id);
  });
});

describe('the window', () => {
  const many = createDeck(
    Array.from({ length: 300 }, (_, n) => anApp(`n${n}`)),
    'x',
  );
  const far = after(many, ...Array.from({ length: 150 }, () => pass));
  test('holds the current card, a few before and no more than a call may name', () => {
    const ids = refreshWindow(far);
    expect(ids).toHaveLength(100);
    expect(ids[10]).toBe('n150');
  });
  test.each([
    [dealt('abcde', 'x'), 4, false],
    [dealt('abcd', 'x'), 4, true],
    [dealt('abcd'), 4, false],
  ])('asks for a page in time', (deck, ahead, needed) => {
    expect(needsPage(deck, ahead)).toBe(needed);
  });
});

test('no sequence of actions breaks the deck', () => {
  const ids = fc.stringMatching(/^[a-j]{0,5}$/);
  const cursor = fc.constantFrom('x', null);
  const action: fc.Arbitrary<DeckAction> = fc.oneof(
    fc.record({
      type: fc.constant('forward' as const),
      decision: fc.constantFrom('like' as const, 'pass' as const),
    }),
    fc.constant(back),
    fc.constantFrom(...'abcdefghij').map(open),
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
        if (deck.apps.length > 0 && deck.cursor === null) expect(currentApp(deck)).toBeDefined();
        if (step.type === 'append' && currentApp(before)) expect(front(deck)).toBe(front(before));
        if (step.type === 'refresh') {
          expect(front(deck)).toBe(front(before));
          expect([...order(before)].filter((id) => order(deck).includes(id)).join('')).toBe(order(deck));
        }
      }
    }),
  );
});
