/** Loads the code that registers the service worker. Without it, only the offline start is missing. */
export async function loadOfflineWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const worker = await import('./offline-worker.ts').catch(() => undefined);
  worker?.keepOffline();
}
