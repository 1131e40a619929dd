import { forgetAccount } from '../src/lib/account-cache.ts';
import { isServerPath } from '@zapdeck/contract/screens';
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

/*
 * The product without a network: the page starts, and the liked apps, the history and the decks can be read. Everything else goes past this
 * worker; while there is a network, no page and no answer ever comes from it. Decision 17.
 */

declare const self: ServiceWorkerGlobalScope;

const kept = new Set(files);

/** The ways in and out of an account: afterwards, nothing that was read before may be shown. */
function changesAccount({ method }: Request, { pathname }: URL): boolean {
  if (pathname === '/api/logout') return true;
  return pathname.startsWith('/api/auth/') && (method !== 'GET' || pathname.endsWith('/callback'));
}

self.addEventListener('install', (event) => {
  // It may take over at once: what it serves to the pages of the build before is named by its content.
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
