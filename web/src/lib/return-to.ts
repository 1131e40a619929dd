import { ownReturnPath } from '@zapdeck/contract/return-path';

/** Reads where a person wanted to go from the query of the login or landing address. */
export function returnToOf(search: string): string | undefined {
  return ownReturnPath(new URLSearchParams(search).get('returnTo')) ?? undefined;
}

/** The address of the login, or of a screen on the way to it, that leads on to the path afterwards. */
export function loginAddress(returnTo: string | undefined, screen = '/login'): string {
  return returnTo === undefined ? screen : `${screen}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Returns the address of the login that leads back to the current address. */
export function loginFromHere(): string {
  return loginAddress(`${location.pathname}${location.search}`);
}
