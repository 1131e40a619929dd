import { ACCOUNT_CACHE, forgetAccount, LIKED_PAGE } from '../src/lib/account-cache.ts';
import { forgetKeptPages } from '../src/lib/kept-pages.ts';

/*
 * Stored responses for offline use: the current user, the liked apps, the history and the decks. They belong to one account and are
 * deleted when it signs out.
 */

const USER_PATH = '/api/auth/user';
const LIKED_PATH = '/api/user/liked-apps';
const DECKS_PATH = '/api/decks';
const HISTORY_PATH = '/api/user/history';
const FIRST_LIKED = `${LIKED_PATH}?limit=${LIKED_PAGE}&offset=0`;
/** Header of a stored response with the id of its user. */
const OWNER_HEADER = 'x-zapdeck-owner';

/** Returns true if responses to the request are stored. */
export function isKeptRead(url: URL): boolean {
  // Searches of the history are not stored: they would stay when it is cleared on another device.
  const isHistory = url.pathname === HISTORY_PATH && !url.searchParams.has('q');
  return isHistory || [USER_PATH, LIKED_PATH, DECKS_PATH].includes(url.pathname);
}

async function keptOwner(): Promise<string | null> {
  const kept = await caches.match(USER_PATH, { cacheName: ACCOUNT_CACHE });
  return kept?.headers.get(OWNER_HEADER) ?? null;
}

async function ownerOf(answer: Response): Promise<string | null> {
  const user: unknown = await answer.json();
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null;
}

async function keep(key: string, answer: Response, owner: string): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(OWNER_HEADER, owner);
  const cache = await caches.open(ACCOUNT_CACHE);
  await cache.put(key, new Response(await answer.blob(), { headers }));
}

/** Stores the current user. Deletes the data of another user first. */
async function keepUser(answer: Response): Promise<string | null> {
  const owner = await ownerOf(answer.clone());
  if (owner === null) return null;
  if ((await keptOwner()) !== owner) await forgetAccount();
  await keep(USER_PATH, answer, owner);
  return owner;
}

/** Stores a list of the account, unless the account has changed since the request. */
async function keepList(key: string, answer: Response, owner: string | null): Promise<void> {
  if (owner !== null && (await keptOwner()) === owner) await keep(key, answer, owner);
}

/** Loads the list in advance, so that it is available offline. */
async function fetchLiked(owner: string): Promise<void> {
  const answer = await fetch(FIRST_LIKED, { credentials: 'include' });
  if (answer.ok) await keepList(FIRST_LIKED, answer, owner);
}

async function note(url: URL, answer: Response, owner: string | null): Promise<void> {
  // A 401 means that the session has ended or belongs to another user.
  if (answer.status === 401) return forgetAccount();
  if (!answer.ok) return;
  // After a change on another device, the later pages may contain cleared entries.
  if (url.pathname === HISTORY_PATH && url.searchParams.get('offset') === '0')
    await forgetKeptPages(HISTORY_PATH);
  if (url.pathname !== USER_PATH) return keepList(url.pathname + url.search, answer, owner);
  const now = await keepUser(answer);
  if (now !== null && now !== owner) await fetchLiked(now);
}

async function recall(url: URL): Promise<Response | undefined> {
  const owner = await keptOwner();
  if (owner === null) return undefined;
  const found = await caches.match(url.pathname + url.search, { cacheName: ACCOUNT_CACHE });
  return found?.headers.get(OWNER_HEADER) === owner ? found : undefined;
}

/**
 * Responds from the network and stores the response. Without a network, responds with the stored one. `later` keeps the
 * worker alive until the response is stored.
 */
export async function readAccount(
  request: Request,
  url: URL,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const owner = await keptOwner();
  try {
    const answer = await fetch(request);
    later(note(url, answer.clone(), owner));
    return answer;
  } catch (failure) {
    const found = await recall(url);
    if (found) return found;
    throw failure;
  }
}
