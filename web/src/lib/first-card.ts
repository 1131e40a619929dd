import { FIRST_CARD_ID } from '@zapdeck/contract/instance/screens';

/** Returns true on the feed page for browsers with a session. */
export function isFeedPage(): boolean {
  return document.getElementById(FIRST_CARD_ID) !== null;
}

/** Removes the server-rendered card once something else is visible. */
export function dropFirstCard(): void {
  document.getElementById(FIRST_CARD_ID)?.remove();
}
