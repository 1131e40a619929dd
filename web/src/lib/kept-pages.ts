import { ACCOUNT_CACHE } from './account-cache.ts';

/** Deletes the pages of a list that the worker stores for offline use. */
export async function forgetKeptPages(path: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(ACCOUNT_CACHE);
  const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname === path);
  await Promise.all(kept.map((request) => cache.delete(request)));
}
