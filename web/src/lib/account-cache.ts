/** Cache in which the service worker keeps data of the signed-in account for offline use. */
export const ACCOUNT_CACHE = 'zapdeck-account';

export const LIKED_PAGE = 30;

export const HISTORY_PAGE = 30;

/** Deletes the cached data of the account. Never rejects. */
export async function forgetAccount(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(ACCOUNT_CACHE).catch(() => false);
}
