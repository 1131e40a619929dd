import { useSyncExternalStore } from 'react';
import { isBuild } from './instance.ts';

const subscribe = () => () => undefined;

/** Attribute of elements that the server removes from prerendered pages if it offers no passkeys. */
export const IF_PASSKEYS = 'PASSKEYS';

/** Returns true if the browser knows passkeys and allows them at this address: on https with a domain name. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return 'PublicKeyCredential' in window && !isAddress;
}

const isInPage = () => isBuild || document.querySelector(`[data-shown-if=${IF_PASSKEYS}]`) !== null;

/** Like `hasPasskeys`. A prerendered page shows what the server has left in it until its scripts have taken over. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(subscribe, hasPasskeys, isInPage);
}
