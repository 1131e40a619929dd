import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns false before hydration of a prerendered page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
