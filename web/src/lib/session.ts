import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetAccount } from './account-cache.ts';
import { call, CallError, onRightsRefusal } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { currentUserCall } from './startup-calls.ts';

/** True if the build has rendered the screen of this page. False during the build. */
export const isPrerendered = typeof document !== 'undefined' && document.querySelector('#root > *') !== null;

/** Storage key of the last known user, shared by all tabs. It grants no access. */
const SIGNED_IN_MARK = 'zapdeck.signed-in';

function keepMark(user: CurrentUser | null): void {
  try {
    if (user) localStorage.setItem(SIGNED_IN_MARK, JSON.stringify(user));
    else localStorage.removeItem(SIGNED_IN_MARK);
  } catch {
    // Without storage, the last user is not known.
  }
}

/** Returns the last known user of this browser. */
export function markedUser(): CurrentUser | undefined {
  try {
    const user = JSON.parse(localStorage.getItem(SIGNED_IN_MARK) ?? 'null') as CurrentUser | null;
    return user?.id === undefined ? undefined : user;
  } catch {
    return undefined;
  }
}

// Not in the query cache, so that pages for visitors need not load the cache.

export type Session =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'failed' }
  | { state: 'signed-in'; user: CurrentUser };

const FRESH_MS = 5 * 60_000;

/** State of a prerendered page, which browsers without a session get. */
const VISITOR: Session = { state: 'visitor' };

let session: Session = isPrerendered ? VISITOR : { state: 'loading' };
let readAt = isPrerendered ? Date.now() : 0;
/** True while the last user is assumed because there is no network. */
let isGuess = false;
let reading: Promise<void> | undefined;
/** Increases when pending responses become outdated. */
let epoch = 0;
/** The last signed-in user, who finds their state again after a new sign-in. */
let last: CurrentUser | undefined;
const listeners = new Set<() => void>();
const takeoverListeners = new Set<(isSamePerson: boolean) => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Calls the listener when the session or the user's data changes. Returns a function that removes it. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function readCurrentUser(): Promise<void> {
  const asked = epoch;
  const answer = await call(currentUserCall, {}).catch((error: Error) => error);
  // After a sign-in or sign-out, the response may be about the previous user.
  if (asked !== epoch) return;
  if (!(answer instanceof Error)) return rememberUser(answer);
  if (answer instanceof CallError && answer.status === 401) return rememberUser(null);
  reading = undefined;
  reportFailedRead('current-user', answer);
  // A known user stays signed in while there is no network.
  if (session.state === 'signed-in') return;
  const known = navigator.onLine ? undefined : markedUser();
  isGuess = known !== undefined;
  change(known ? { state: 'signed-in', user: known } : { state: 'failed' });
}

/** Reads the current user. Concurrent calls share one request. */
export function refreshSession(): Promise<void> {
  if (session.state === 'failed') change({ state: 'loading' });
  reading ??= readCurrentUser();
  return reading;
}

function outdateAnswers(): void {
  epoch += 1;
  reading = undefined;
}

function askAfterChange(): void {
  outdateAnswers();
  void refreshSession();
}

/** Returns true for a page from the browser's history, which may be older than the session. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward';
}

/**
 * Reads the current user before the first screen, and again when the network is back. The prerendered page of a first
 * visit needs no request.
 */
export function watchSession(): void {
  if (!isPrerendered || markedUser() !== undefined || cameBack()) void refreshSession();
  onRightsRefusal((code) => {
    const user = knownUser();
    const isKnown = code === 'forbidden' ? user?.role === 'member' : user?.termsToAccept;
    if (!isKnown) void refreshSession();
  });
  addEventListener('online', () => {
    if (session.state === 'failed' || isGuess) void refreshSession();
  });
  // A page from the back/forward cache may show a user who has signed out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) askAfterChange();
  });
  // Another user has signed in in another tab. All tabs share the session.
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_IN_MARK && standing(markedUser()) !== standing(knownUser())) askAfterChange();
  });
}

/** Returns the session. Guests are signed in. A failed read is neither signed in nor visitor. */
export function useSession(): Session {
  return useSyncExternalStore(
    onSession,
    () => session,
    () => VISITOR,
  );
}

/** Reads the current user again when the screen changes and the last response is over five minutes old. */
export function useFreshSession(path: string): void {
  useEffect(() => {
    const isStale = readAt > 0 && Date.now() - readAt > FRESH_MS;
    if (path && isStale) void refreshSession();
  }, [path]);
}

/** Returns the signed-in user. Only for screens of signed-in users. */
export function useUser(): CurrentUser {
  const now = useSession();
  if (now.state !== 'signed-in') throw new Error('useUser is for signed-in screens only');
  return now.user;
}

/** Returns a text that differs between users, and between a guest and the same person as a member. */
function standing(user: CurrentUser | undefined): string {
  return `${user?.id} ${user?.isGuest}`;
}

function tellOfTakeover(isSamePerson: boolean): void {
  for (const listener of takeoverListeners) listener(isSamePerson);
}

/** Stores the current user, or null if there is no session. */
function rememberUser(user: CurrentUser | null): void {
  outdateAnswers();
  if (user) {
    const before = last;
    last = user;
    if (before && standing(before) !== standing(user)) tellOfTakeover(before.id === user.id);
  }
  readAt = Date.now();
  isGuess = false;
  keepMark(user);
  if (!user) void forgetAccount();
  change(user ? { state: 'signed-in', user } : { state: 'visitor' });
}

/** Changes fields of the signed-in user, if there is one. */
export function patchUser(part: Partial<CurrentUser>): void {
  if (session.state === 'signed-in') change({ state: 'signed-in', user: { ...session.user, ...part } });
}

/** Stores the user of a new session, and reads it again from the server. */
export function startSession(user: CurrentUser): void {
  void forgetAccount();
  rememberUser(user);
  void refreshSession();
}

/** Ends the session in this tab after a sign-out or the deletion of the account. */
export function endSession(): void {
  tellOfTakeover(false);
  rememberUser(null);
}

/**
 * Calls the listener when another user signs in, and when a guest signs up (`isSamePerson`). Listeners drop data of the
 * previous user.
 */
export function onTakeover(listener: (isSamePerson: boolean) => void): void {
  takeoverListeners.add(listener);
}

/** Returns the signed-in user outside of rendering, or undefined. */
export function knownUser(): CurrentUser | undefined {
  return session.state === 'signed-in' ? session.user : undefined;
}
