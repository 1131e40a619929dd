import { focusApp } from './focus-feed.ts';
import { isActive, isAwaited, isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

export interface FeedKeys {
  like: () => void;
  pass: () => void;
  zap: () => void;
  upvote: () => void;
  tryIt: () => void;
  back: () => void;
  undo: () => void;
  list: () => void;
}

const meanings: Record<string, keyof FeedKeys> = {
  ArrowRight: 'like',
  ArrowLeft: 'pass',
  ArrowDown: 'zap',
  ' ': 'zap',
  ArrowUp: 'upvote',
  Enter: 'tryIt',
  Escape: 'back',
  Backspace: 'undo',
  '?': 'list',
};

const typing = 'input, textarea, select, [contenteditable="true"]';
const pressable = 'button, a[href], summary, [role="menuitem"]';

/** The key's meaning for the feed, or null when it belongs to what has the focus. */
function meaningOf(event: KeyboardEvent): keyof FeedKeys | null {
  const meaning = meanings[event.key];
  if (!meaning || event.defaultPrevented || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (!(event.target instanceof Element)) return meaning;
  if (event.target.closest(typing) || event.target.closest('dialog, [popover]')) return null;
  const presses = event.key === 'Enter' || event.key === ' ';
  return presses && event.target.closest(pressable) ? null : meaning;
}

/** The keys of the feed while an app is tried. All others go to the app. */
const whileLive: readonly (keyof FeedKeys)[] = ['back', 'list'];
/** Keys that move the focus or only change others: pressed alone, they say nothing to the app. */
const withoutMeaning = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

/** Nobody holds a key for longer than this. */
const HELD_MS = 1_000;
/** Keys pressed while the next card is awaited are kept, but no more than a person remembers. */
const KEPT_MAX = 5;

/** True when the focus is on nothing that takes keys itself. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.classList.contains('feed') === true;
}

/**
 * Listens to the keys of the feed while its cards are in front. A press that a frame has swallowed, because its app had
 * taken the focus in that moment, counts when the key is lifted. Presses while the next card is awaited count when it
 * comes. While an app is tried, the first key that is not ours gives it the focus.
 */
export function startKeys(store: FeedStore, keys: FeedKeys): () => void {
  const { get } = store;
  const heard = new Set<string>();
  let kept: (keyof FeedKeys)[] = [];
  let lostAt = Number.NEGATIVE_INFINITY;

  const actLive = (event: KeyboardEvent) => {
    const meaning = meaningOf(event);
    if (meaning !== null && whileLive.includes(meaning)) {
      event.preventDefault();
      keys[meaning]();
    } else if (event.type === 'keydown' && isFocusFree() && !withoutMeaning.has(event.key)) focusApp();
  };
  const act = (event: KeyboardEvent) => {
    if (isActive(get()) && isLive(get())) return actLive(event);
    const meaning = meaningOf(event);
    if (meaning === null || !(isActive(get()) || isAwaited(get()))) return;
    event.preventDefault();
    if (isActive(get())) keys[meaning]();
    else if (kept.length < KEPT_MAX) kept.push(meaning);
  };
  const press = (event: KeyboardEvent) => {
    if (!event.repeat) heard.add(event.code);
    act(event);
  };
  const lift = (event: KeyboardEvent) => {
    if (!heard.delete(event.code) && performance.now() - lostAt < HELD_MS) act(event);
  };
  const lose = () => (lostAt = performance.now());
  const stopKeeping = watch(
    store,
    (state) => [isActive(state), isAwaited(state)],
    ([active, awaited]) => {
      if (!active && !awaited) kept = [];
      while (isActive(get())) {
        const next = kept.shift();
        if (next === undefined) return;
        keys[next]();
      }
    },
  );
  addEventListener('keydown', press);
  addEventListener('keyup', lift);
  addEventListener('blur', lose);
  return () => {
    stopKeeping();
    removeEventListener('keydown', press);
    removeEventListener('keyup', lift);
    removeEventListener('blur', lose);
  };
}
