import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect, useEffectEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

const typing = 'input, textarea, select, [contenteditable="true"], dialog, [popover]';
/** The feed while its app receives the keys. */
const LIVE_FEED = '.feed[data-live]';

/** State of Discover's history entry: focuses the search field. */
export const FOCUS_SEARCH = { focus: 'search' } as const;

/** Opens Discover with the focus in its search field. */
export function openSearch(): void {
  navigate(screens.discover.path, { state: FOCUS_SEARCH });
}

/** Calls `onPress` for the search key outside of fields, menus, dialogs and apps. */
export function useSearchKey(onPress: (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || !onPress) return;
    if (target instanceof Element && target.closest(typing)) return;
    if (document.querySelector(LIVE_FEED)) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
