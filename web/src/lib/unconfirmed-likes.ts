import type { App, LikedApp } from '@zapdeck/contract/apps';
import { onTakeover } from './session.ts';

export interface UnconfirmedLike {
  app: LikedApp;
  liked: boolean;
}

/** Likes that the server has not confirmed yet. A list that the server sends may be older. */
const underWay = new Map<string, UnconfirmedLike>();
const listeners = new Set<(like: UnconfirmedLike) => void>();

onTakeover(() => underWay.clear());

/** Returns the likes that the server has not confirmed yet, oldest first. */
export function unconfirmedLikes(): readonly UnconfirmedLike[] {
  return [...underWay.values()];
}

/** Changes the list of liked apps at once, loaded or not. A call with the opposite undoes it. */
export function showAsLiked(app: App | LikedApp, liked: boolean): void {
  const like = { app: { likedAt: new Date().toISOString(), ...app }, liked };
  underWay.set(app.id, like);
  for (const listener of listeners) listener(like);
}

/** Drops the unconfirmed like of an app, so that the list of the server counts again. */
export function settleLike(appId: string): void {
  underWay.delete(appId);
}

/** Calls the listener with each like that is shown before the server confirms it. */
export function onUnconfirmedLike(listener: (like: UnconfirmedLike) => void): void {
  listeners.add(listener);
}
