import { useSyncExternalStore } from 'react';

/** After this time without a response, the server counts as unreachable. */
const PATIENCE_MS = 5_000;
const TRY_AGAIN_MS = 3_000;

let connected = true;
let checking: Promise<boolean> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  clearTimeout(again);
  // The browser may report a network without a connection to the server. No event reports the end of that.
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

/** Returns true if the server responds, with any status. Never rejects. */
export function checkConnection(): Promise<boolean> {
  checking ??= reachServer().finally(() => (checking = undefined));
  return checking.then((isUp) => {
    // The network may have been lost in the meantime.
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
  // The connection may have changed while there was no listener.
  if (connected !== navigator.onLine) void checkConnection();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(again);
    removeEventListener('offline', onOffline);
    removeEventListener('online', onOnline);
  };
}

/** Returns false if the browser reports no network, or the server did not respond. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected && navigator.onLine);
}
