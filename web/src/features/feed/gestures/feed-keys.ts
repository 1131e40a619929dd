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

const byKey: Record<string, keyof FeedKeys> = {
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
  const meaning = byKey[event.key];
  if (!meaning || event.defaultPrevented || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (!(event.target instanceof Element)) return meaning;
  if (event.target.closest(typing) || event.target.closest('dialog, [popover]')) return null;
  const presses = event.key === 'Enter' || event.key === ' ';
  return presses && event.target.closest(pressable) ? null : meaning;
}

/** While an app is tried, the others are the app's, even when the focus is not in it yet. */
const whileLive: readonly (keyof FeedKeys)[] = ['back', 'list'];

/** Listens to the keys of the feed while its cards are in front; while an app is tried, only to those that leave it. */
export function startKeys({ get }: FeedStore, keys: FeedKeys): () => void {
  const press = (event: KeyboardEvent) => {
    const meaning = isActive(get()) ? meaningOf(event) : null;
    if (meaning === null || (isLive(get()) && !whileLive.includes(meaning))) return;
    event.preventDefault();
    keys[meaning]();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
