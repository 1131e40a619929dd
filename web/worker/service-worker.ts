import { forgetAccount } from '../src/lib/account-cache.ts';
import { isServerPath } from '@zapdeck/contract/instance/screens';
import { isKeptRead, readAccount } from './account-cache.ts';
import {
  EMPTY_PAGE,
  entry,
  files,
  fillShell,
  forgetOldShells,
  openPage,
  readFile,
  UNREACHABLE_PAGE,
} from './shell-cache.ts';

/* Offline support: the page starts, and liked apps, history and decks can be read. With a network, no page and no
   response comes from the worker. All other requests bypass it. Decision 17. */

declare const self: ServiceWorkerGlobalScope;

const kept = new Set(files);

/** Returns true for requests that sign in or out. After them, no stored data may be shown. */
function changesAccount({ method }: Request, { pathname }: URL): boolean {
  if (pathname === '/api/logout') return true;
  return pathname.startsWith('/api/auth/') && (method !== 'GET' || pathname.endsWith('/callback'));
}

self.addEventListener('install', (event) => {
  // Activates at once. Pages of the previous build still find their files, because file names contain a content hash.
  event.waitUntil(Promise.all([fillShell(), self.skipWaiting()]));
});

async function takeOver(): Promise<void> {
  await forgetOldShells();
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's clients are of its own origin
    client.postMessage({ entry });
  }
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (changesAccount(request, url)) event.waitUntil(forgetAccount());
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    const standIn = isServerPath(url.pathname) ? UNREACHABLE_PAGE : EMPTY_PAGE;
    event.respondWith(openPage(request, event.preloadResponse, standIn));
    return;
  }
  if (isKeptRead(url)) event.respondWith(readAccount(request, url, (work) => event.waitUntil(work)));
  else if (kept.has(url.pathname)) event.respondWith(readFile(request));
});
