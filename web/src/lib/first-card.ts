import { FIRST_CARD_ID } from '@zapdeck/contract/screens';

/** Takes away the card that the server drew into the page, once something else is there to be seen. */
export function dropFirstCard(): void {
  document.getElementById(FIRST_CARD_ID)?.remove();
}
