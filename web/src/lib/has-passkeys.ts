import { useSyncExternalStore } from 'react';
import { isBuild } from './instance.ts';

const subscribe = () => () => undefined;

/** Attribute of elements that the server removes if it offers no passkeys. */
export const IF_PASSKEYS = 'PASSKEYS';

/** Returns true if the browser supports passkeys here: on https with a domain name. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return 'PublicKeyCredential' in window && !isAddress;
}

const isInPage = () => isBuild || document.querySelector(`[data-shown-if=${IF_PASSKEYS}]`) !== null;

/** Like `hasPasskeys`. Before hydration, shows what the server has left in the page. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(subscribe, hasPasskeys, isInPage);
}
