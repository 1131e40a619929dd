import { useState } from 'react';

export interface Bar {
  shut: boolean;
  toggle: () => void;
}

/** What lies behind the bar: cards to swipe, an app that is tried, or an ad. */
export type Behind = 'cards' | 'app' | 'ad';

/**
 * Whether the action bar is away: over cards as the person left it; away over an app that is tried, because it would
 * lie over the app's own foot, and there over an ad, until the person says otherwise. Each try and each ad begins anew.
 */
export function useBar(behind: Behind): Bar {
  const [shutOver, setShutOver] = useState({ cards: false, app: true, ad: false });
  const [was, setWas] = useState(behind);
  if (behind !== was) {
    setWas(behind);
    setShutOver({ cards: shutOver.cards, app: true, ad: false });
  }
  return {
    shut: shutOver[behind],
    toggle: () => setShutOver((shut) => ({ ...shut, [behind]: !shut[behind] })),
  };
}
