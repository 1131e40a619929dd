import { FIRST_CARD_ID } from '@zapdeck/contract/screens';

/** True on the page that the server sends, for the feed, to browsers with a session. */
export function isFeedPage(): boolean {
  return document.getElementById(FIRST_CARD_ID) !== null;
}

/** Takes away the card that the server drew into the page, once something else is there to be seen. */
export function dropFirstCard(): void {
  document.getElementById(FIRST_CARD_ID)?.remove();
}
