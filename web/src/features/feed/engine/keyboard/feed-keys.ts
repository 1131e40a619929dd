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

/** Returns the action of the key, or null if the focused element uses the key. */
function meaningOf(event: KeyboardEvent): keyof FeedKeys | null {
  const meaning = meanings[event.key];
  if (!meaning || event.defaultPrevented || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (!(event.target instanceof Element)) return meaning;
  if (event.target.closest(typing) || event.target.closest('dialog, [popover]')) return null;
  const presses = event.key === 'Enter' || event.key === ' ';
  return presses && event.target.closest(pressable) ? null : meaning;
}

/** Actions while an app is tried. All other keys are for the app. */
const whileLive: readonly (keyof FeedKeys)[] = ['back', 'list'];
const neutralKeys = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

/** Maximum time between the press and the release of a key. */
const HELD_MS = 1_000;
/** Number of key presses that are kept while the next page is loading. */
const KEPT_MAX = 5;

function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.classList.contains('feed') === true;
}

/**
 * Runs the actions of keys. If an app took the focus and with it a press, the action runs on release. Presses while the
 * next page is loading run when it is there. While an app is tried, the first key for it gives it the focus.
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
    } else if (event.type === 'keydown' && isFocusFree() && !neutralKeys.has(event.key)) focusApp();
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
