import { ACCOUNT_CACHE, forgetAccount, LIKED_PAGE } from '../src/lib/account-cache.ts';

/*
 * What is kept of an account, so that it can be read without a network: who it is, and the list of liked apps. It is of
 * one account alone and goes with it.
 */

const USER_PATH = '/api/auth/user';
const LIKED_PATH = '/api/user/liked-apps';
const FIRST_LIKED = `${LIKED_PATH}?limit=${LIKED_PAGE}&offset=0`;
/** Says in a kept answer whose it is. */
const OWNER_HEADER = 'x-zapdeck-owner';

/** Whether the read is one of those that are kept. */
export function isKeptRead(url: URL): boolean {
  return url.pathname === USER_PATH || url.pathname === LIKED_PATH;
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

/** Keeps who is here; somebody else than before finds nothing of the one before. */
async function keepUser(answer: Response): Promise<string | null> {
  const owner = await ownerOf(answer.clone());
  if (owner === null) return null;
  if ((await keptOwner()) !== owner) await forgetAccount();
  await keep(USER_PATH, answer, owner);
  return owner;
}

/** Keeps a page of the list, unless the account changed while it was on its way. */
async function keepLiked(key: string, answer: Response, owner: string | null): Promise<void> {
  if (owner !== null && (await keptOwner()) === owner) await keep(key, answer, owner);
}

/** Reads the list before anybody asks, so that it is there when the network is not. */
async function fetchLiked(owner: string): Promise<void> {
  const answer = await fetch(FIRST_LIKED, { credentials: 'include' });
  if (answer.ok) await keepLiked(FIRST_LIKED, answer, owner);
}

async function note(url: URL, answer: Response, owner: string | null): Promise<void> {
  // A refusal means that the session is over, or another one's.
  if (answer.status === 401) return forgetAccount();
  if (!answer.ok) return;
  if (url.pathname === LIKED_PATH) return keepLiked(url.pathname + url.search, answer, owner);
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
 * Answers from the network and keeps the answer; what was kept answers only while there is no network. `later` holds
 * the worker until the keeping is done.
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
