import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in a prerendered page until its scripts have taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
