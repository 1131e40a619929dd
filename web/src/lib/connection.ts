import { useSyncExternalStore } from 'react';

/** A server that does not answer for this long is out of reach. */
const PATIENCE_MS = 5_000;
const TRY_AGAIN_MS = 3_000;

let connected = true;
let checking: Promise<boolean> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  clearTimeout(again);
  // The browser may believe in a network that leads nowhere: then no event tells of its return.
  if (!next && listeners.size > 0 && navigator.onLine)
    again = setTimeout(() => void checkConnection(), TRY_AGAIN_MS);
  if (next === connected) return;
  connected = next;
  for (const listener of listeners) listener();
}

async function reachServer(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** Whether our own server can be reached now; whatever it answers will do. Never rejects. */
export function checkConnection(): Promise<boolean> {
  checking ??= reachServer().finally(() => (checking = undefined));
  return checking.then((isUp) => {
    // The network may have gone while the answer was on its way.
    const isStillUp = isUp && navigator.onLine;
    change(isStillUp);
    return isStillUp;
  });
}

const onOffline = () => change(false);
const onOnline = () => void checkConnection();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('offline', onOffline);
    addEventListener('online', onOnline);
  }
  listeners.add(listener);
  // What happened while nobody listened.
  if (connected !== navigator.onLine) void checkConnection();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(again);
    removeEventListener('offline', onOffline);
    removeEventListener('online', onOnline);
  };
}

/** False while there is no way to our server, as far as is known: the browser says so, or it did not answer. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected && navigator.onLine);
}
