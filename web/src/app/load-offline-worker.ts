/** Sees to it that the product opens without a network from now on. Without a worker everything else works. */
export async function loadOfflineWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const worker = await import('./offline-worker.ts').catch(() => undefined);
  worker?.keepOffline();
}
