import { useCallback, useEffect, useRef, useState } from 'react';
import { checkConnection, useConnected } from '../../../lib/connection.ts';

interface Loading {
  seq: number;
  loaded: boolean;
  onLoaded: (seq: number) => void;
  /** What was loaded is an app no more. */
  onLost: (seq: number) => void;
}

export interface Frame {
  /** Numbers the elements: each is another frame. */
  attempt: number;
  /** There is no connection to load the app by, and so no frame. */
  waiting: boolean;
  onLoad: () => void;
}

/**
 * The life of an app's frame. The browser tells of a load also when it loaded its own page about a network that is
 * gone; so a load counts only when our server can be reached right after it. Else the frame goes, and another is made
 * when the connection is back.
 */
export function useFrame({ seq, loaded, onLoaded, onLost }: Loading): Frame {
  const connected = useConnected();
  const [attempt, setAttempt] = useState(1);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(attempt);

  if (!waiting && !connected && !loaded) setWaiting(true);
  if (waiting && connected) {
    setWaiting(false);
    setAttempt(attempt + 1);
  }
  useEffect(() => {
    newest.current = waiting ? 0 : attempt;
    return () => void (newest.current = 0);
  }, [attempt, waiting]);

  const onLoad = useCallback(async () => {
    const isUp = await checkConnection();
    if (newest.current !== attempt) return;
    if (isUp) return onLoaded(seq);
    setWaiting(true);
    onLost(seq);
  }, [attempt, seq, onLoaded, onLost]);

  return { attempt, waiting, onLoad: () => void onLoad() };
}
