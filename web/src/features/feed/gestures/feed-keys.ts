import { isActive, isLive } from '../store/feed-state.ts';
import type { FeedStore } from '../store/feed-store.ts';

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

/** While an app is tried, the others are the app's, even when the focus is not in it yet. */
const whileLive: readonly (keyof FeedKeys)[] = ['back', 'list'];

/** Nobody holds a key for longer than this. */
const HELD_MS = 1_000;

/**
 * Listens to the keys of the feed while its cards are in front; while an app is tried, only to those that leave it. A
 * press that a frame has swallowed, because its app had taken the focus in that moment, counts when the key is lifted.
 */
export function startKeys({ get }: FeedStore, keys: FeedKeys): () => void {
  const heard = new Set<string>();
  let lostAt = Number.NEGATIVE_INFINITY;
  const act = (event: KeyboardEvent) => {
    const meaning = isActive(get()) ? meaningOf(event) : null;
    if (meaning === null || (isLive(get()) && !whileLive.includes(meaning))) return;
    event.preventDefault();
    keys[meaning]();
  };
  const press = (event: KeyboardEvent) => {
    if (!event.repeat) heard.add(event.code);
    act(event);
  };
  const lift = (event: KeyboardEvent) => {
    if (!heard.delete(event.code) && performance.now() - lostAt < HELD_MS) act(event);
  };
  const lose = () => (lostAt = performance.now());
  addEventListener('keydown', press);
  addEventListener('keyup', lift);
  addEventListener('blur', lose);
  return () => {
    removeEventListener('keydown', press);
    removeEventListener('keyup', lift);
    removeEventListener('blur', lose);
  };
}
