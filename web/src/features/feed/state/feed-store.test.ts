import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aDeck } from './deck.fixture.ts';
import { createFeedStore, type FeedStore, watch } from './feed-store.ts';

let store: FeedStore;
beforeEach(() => (store = createFeedStore(aDeck('abc'))));

test('calls listeners only if a value has changed', () => {
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set({ ad: null, dialog: null });
  store.dispatch({ type: 'settle', seq: 99 });
  expect(listener).not.toHaveBeenCalled();
  store.dispatch({ type: 'forward', decision: 'pass' });
  expect(store.get().deck.index).toBe(1);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  store.set({ dialog: 'keys' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('rest keeps the deck and pending votes, and removes the leaving card', () => {
  store.dispatch({ type: 'forward', decision: 'like' });
  store.set({ loaded: [2], dialog: 'details', tried: { seq: 2, by: 'key' }, pending: new Set(['a']) });
  store.rest();
  const { deck, ...shown } = store.get();
  expect([deck.index, deck.leaving]).toEqual([1, null]);
  expect([...shown.pending]).toEqual(['a']);
  expect(shown).toMatchObject({ loaded: [], dialog: null, tried: null });
});

describe('a running card', () => {
  beforeEach(() => store.set({ loaded: [1, 2], shownSeq: 1, hintSeq: 1, tried: { seq: 1, by: 'touch' } }));

  test('stays loaded and shown while another screen is open', () => {
    store.park();
    expect(store.get()).toMatchObject({ loaded: [1], shownSeq: 1, isAway: true, hintSeq: 0, tried: null });
  });

  test('comes back without a splash after the cards were unmounted', () => {
    store.park();
    store.rest();
    expect(store.get()).toMatchObject({ loaded: [], shownSeq: 0, resumedSeq: 1, isAway: false });
  });

  test('comes back with a splash if its app was never visible', () => {
    store.set({ shownSeq: 0 });
    store.rest();
    expect(store.get().resumedSeq).toBe(0);
  });

  test('keeps the action bar hidden', () => {
    store.set({ shut: { cards: true, ad: false } });
    store.park();
    expect(store.get().shut.cards).toBe(true);
  });
});

describe('watch', () => {
  const log: string[] = [];
  const watchSeq = () =>
    watch(
      store,
      ({ deck, dialog }) => [deck.seq, dialog],
      ([seq, dialog]) => {
        log.push(`${seq} ${dialog}`);
        return () => void log.push(`end ${seq} ${dialog}`);
      },
    );
  beforeEach(() => void (log.length = 0));

  test('reacts at once and to each change of the selection, after ending the last reaction', () => {
    const stop = watchSeq();
    store.set({ ad: 8 });
    store.set({ dialog: 'keys' });
    store.dispatch({ type: 'forward', decision: 'zap' });
    stop();
    store.set({ dialog: null });
    expect(log).toEqual(['1 null', 'end 1 null', '1 keys', 'end 1 keys', '2 keys', 'end 2 keys']);
  });

  test('sees its own changes after it has returned', () => {
    const seen: (number | null)[] = [];
    const ended: (number | null)[] = [];
    const stop = watch(
      store,
      ({ ad }) => [ad],
      ([ad]) => {
        seen.push(ad);
        if (ad !== 3) store.set({ ad: (ad ?? 0) + 1 });
        return () => void ended.push(ad);
      },
    );
    expect(seen).toEqual([null, 1, 2, 3]);
    expect(ended).toEqual([null, 1, 2]);
    stop();
    expect(ended.at(-1)).toBe(3);
  });

  test('continues after an error', () => {
    const seen: unknown[] = [];
    watch(
      store,
      ({ dialog }) => [dialog],
      ([dialog]) => {
        seen.push(dialog);
        if (dialog === 'keys') throw new Error('once');
      },
    );
    expect(() => store.set({ dialog: 'keys' })).toThrow('once');
    store.set({ dialog: 'details' });
    expect(seen).toEqual([null, 'keys', 'details']);
  });

  test('does not keep other watchers from running if it throws', () => {
    const ended = vi.fn();
    watch(
      store,
      ({ dialog }) => [dialog],
      ([dialog]) => {
        if (dialog === 'keys') throw new Error('once');
        return ended;
      },
    );
    watchSeq();
    expect(() => store.set({ dialog: 'keys' })).toThrow('once');
    expect(log.at(-1)).toBe('1 keys');
    store.set({ dialog: 'details' });
    // The reaction before the error has ended once.
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('ends its reaction if it stops itself', () => {
    const ended: (number | null)[] = [];
    const stop = watch(
      store,
      ({ ad }) => [ad],
      ([ad]) => {
        if (ad === 8) stop();
        return () => void ended.push(ad);
      },
    );
    store.set({ ad: 8 });
    store.set({ ad: 9 });
    expect(ended).toEqual([null, 8]);
  });
});
