import type { KeyboardEvent } from 'react';

const STOPS = 'input[type="search"], [data-result]';

/** Returns the handler of keys in a search: arrows move between field and results, Escape clears. */
export function useResultKeys(onClear: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(STOPS)];
    const at = stops.indexOf(target as HTMLElement);
    if (at === -1) return;
    if (key === 'Escape') {
      event.preventDefault();
      return onClear();
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Enter: at === 0 ? 1 : undefined }[key];
    if (next === undefined) return;
    event.preventDefault();
    // The rows of the last query go away when the result arrives.
    if (!currentTarget.querySelector('[aria-busy="true"]')) stops[next]?.focus();
  };
}
