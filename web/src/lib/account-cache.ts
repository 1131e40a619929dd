/** The browser's cache in which the worker keeps what can be read offline of the account that is signed in. */
export const ACCOUNT_CACHE = 'zapdeck-account';

/** How many liked apps are read at once. */
export const LIKED_PAGE = 30;

/** Number of seen apps that are read at once. */
export const HISTORY_PAGE = 30;

/** Forgets what is kept of the account. Never rejects. */
export async function forgetAccount(): Promise<void> {
  // Behind plain http there is no such cache.
  if ('caches' in globalThis) await caches.delete(ACCOUNT_CACHE).catch(() => false);
}
