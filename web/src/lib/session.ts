import type { CurrentUser } from '@zapdeck/contract/auth';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetAccount } from './account-cache.ts';
import { CallError, call } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { isPrerendered } from './prerendered.ts';
import { keepMark, markedUser, SIGNED_IN_MARK } from './session-mark.ts';
import { currentUserCall } from './startup-calls.ts';

/*
 * The current user is kept here and not in the query cache, so that the pages for visitors do not carry the cache.
 */

export type Session =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'failed' }
  | { state: 'signed-in'; user: CurrentUser };

const FRESH_MS = 5 * 60_000;

/** What a prerendered page shows: the server hands it to browsers that carry no session. */
const VISITOR: Session = { state: 'visitor' };

let session: Session = isPrerendered ? VISITOR : { state: 'loading' };
let readAt = isPrerendered ? Date.now() : 0;
/** Without a network, whoever was here last can read what this device kept. */
let isGuess = false;
let reading: Promise<void> | undefined;
/** Grows whenever an answer that is on its way is out of date. */
let epoch = 0;
/** Who was here last; somebody who has to log in again finds what they had. */
let last: CurrentUser | undefined;
const listeners = new Set<() => void>();
const takeoverListeners = new Set<(isSamePerson: boolean) => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Calls back when who is here, or what is known of them, changes; returns what ends that. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function readCurrentUser(): Promise<void> {
  const asked = epoch;
  const answer = await call(currentUserCall, {}).catch((error: Error) => error);
  // Somebody has signed in or out since: it may be about whoever was here before.
  if (asked !== epoch) return;
  if (!(answer instanceof Error)) return rememberUser(answer);
  if (answer instanceof CallError && answer.status === 401) return rememberUser(null);
  reading = undefined;
  reportFailedRead('current-user', answer);
  // Somebody known stays known while the network is away.
  if (session.state === 'signed-in') return;
  const known = navigator.onLine ? undefined : markedUser();
  isGuess = known !== undefined;
  change(known ? { state: 'signed-in', user: known } : { state: 'failed' });
}

/** Asks the server who is here; several askers at once share one call. */
export function refreshSession(): Promise<void> {
  if (session.state === 'failed') change({ state: 'loading' });
  reading ??= readCurrentUser();
  return reading;
}

/** What comes yet of earlier questions counts no more. */
function outdateAnswers(): void {
  epoch += 1;
  reading = undefined;
}

function askAfterChange(): void {
  outdateAnswers();
  void refreshSession();
}

/** A page out of the browser's history may be older than the session. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward';
}

/**
 * Starts to ask who is here before the first screen is there, and again when a lost network is back. A first visit,
 * whose page was prerendered for a visitor, has its answer already.
 */
export function watchSession(): void {
  if (!isPrerendered || markedUser() !== undefined || cameBack()) void refreshSession();
  addEventListener('online', () => {
    if (session.state === 'failed' || isGuess) void refreshSession();
  });
  // As it was left, it may show somebody who has logged out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) askAfterChange();
  });
  // Another tab has learnt of somebody else, whose session is this tab's too.
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_IN_MARK && standing(markedUser()) !== standing(knownUser())) askAfterChange();
  });
}

/** Who is here. Guests count as signed in; a failed read is neither and can be tried again. */
export function useSession(): Session {
  return useSyncExternalStore(
    onSession,
    () => session,
    () => VISITOR,
  );
}

/** Asks anew who is here when the screen changes and the answer is older than five minutes. */
export function useFreshSession(path: string): void {
  useEffect(() => {
    const isStale = readAt > 0 && Date.now() - readAt > FRESH_MS;
    if (path && isStale) void refreshSession();
  }, [path]);
}

/** The signed-in user; only for screens that the router shows to signed-in people alone. */
export function useUser(): CurrentUser {
  const now = useSession();
  if (now.state !== 'signed-in') throw new Error('useUser is for signed-in screens only');
  return now.user;
}

/** Tells people apart; a guest who has signed up is another one under the same id. */
function standing(user: CurrentUser | undefined): string {
  return `${user?.id} ${user?.isGuest}`;
}

function tellOfTakeover(isSamePerson: boolean): void {
  for (const listener of takeoverListeners) listener(isSamePerson);
}

/** Takes over what the server said of the current user; null when nobody is signed in. */
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

/** Changes what is known of the current user, if somebody is signed in. */
export function patchUser(part: Partial<CurrentUser>): void {
  if (session.state === 'signed-in') change({ state: 'signed-in', user: { ...session.user, ...part } });
}

/** Makes a new session the current one and confirms it with the server. */
export function startSession(user: CurrentUser): void {
  void forgetAccount();
  rememberUser(user);
  void refreshSession();
}

/** Takes it that nobody is signed in any more, because the person has just seen to that. */
export function endSession(): void {
  tellOfTakeover(false);
  rememberUser(null);
}

/**
 * Calls back when somebody else takes over, so that nothing that was read for the one before stays, and when a guest
 * has signed up, who is the same person with another standing.
 */
export function onTakeover(listener: (isSamePerson: boolean) => void): void {
  takeoverListeners.add(listener);
}

/** The signed-in user as known right now, for code outside of rendering; undefined when nobody is known. */
export function knownUser(): CurrentUser | undefined {
  return session.state === 'signed-in' ? session.user : undefined;
}
