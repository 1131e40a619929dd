import { ownReturnPath } from '@zapdeck/contract/sign-in/return-path';

/** Returns the address that a visitor wanted to open, from the query. */
export function returnToOf(search: string): string | undefined {
  return ownReturnPath(new URLSearchParams(search).get('returnTo')) ?? undefined;
}

/** Returns the address of the login, or of a screen before it, that leads to the path afterwards. */
export function loginAddress(returnTo: string | undefined, screen = '/login'): string {
  return returnTo === undefined ? screen : `${screen}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Returns the address of the login that leads back here. */
export function loginFromHere(): string {
  return loginAddress(`${location.pathname}${location.search}`);
}
