import { useState } from 'react';

export interface Bar {
  shut: boolean;
  toggle: () => void;
}

/**
 * Whether the action bar is away: as the person left it while swiping, and by itself while an app is tried, because
 * there it would lie over the app's own foot. Each try begins with it away.
 */
export function useBar(live: boolean): Bar {
  const [shut, setShut] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [wasLive, setWasLive] = useState(live);
  if (live !== wasLive) {
    setWasLive(live);
    setWanted(false);
  }
  return live
    ? { shut: !wanted, toggle: () => setWanted((shown) => !shown) }
    : { shut, toggle: () => setShut((away) => !away) };
}
