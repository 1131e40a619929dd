import type { FrameStatus } from '@zapdeck/contract/apps';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { checkConnection, useConnected } from '../../../../lib/connection.ts';
import { confirmFrame } from './confirm-frame.ts';

/**
 * Maximum wait for the server's verdict after a load. The server asks for the page when the browser does, and both take
 * about as long. A check slower than its frame by this much must not hold back an app that is fine.
 */
const VERDICT_WAIT_MS = 2_000;

interface Loading {
  seq: number;
  appId: string;
  /** The frame may be in the document. */
  isWanted: boolean;
  loaded: boolean;
  live: boolean;
  onLoaded: (seq: number) => void;
  /** What was loaded is an app no more. */
  onLost: (seq: number) => void;
  /** The server has found that the app cannot be framed. */
  onRefused: (seq: number, appId: string, frameStatus: FrameStatus) => void;
}

export interface Frame {
  /** Numbers the elements: each is another frame. */
  attempt: number;
  /** There is no connection to load the app by, and so no frame. */
  waiting: boolean;
  onLoad: () => void;
}

/** The frame element in the document. */
interface Element {
  attempt: number;
  /** The server's verdict on the next load. */
  verdict: Promise<FrameStatus> | undefined;
  loads: number;
}

/** Resolves after the promise, or after VERDICT_WAIT_MS. */
function bounded(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, VERDICT_WAIT_MS))]);
}

/**
 * The life of an app's frame. The browser also fires `load` for its own error pages. So a load counts only once our
 * server has answered after it and has confirmed the app, or has taken too long to. Without a connection the frame is
 * removed, and another is made when the connection is back.
 */
export function useFrame(loading: Loading): Frame {
  const { seq, appId, isWanted, loaded, live, onLoaded, onLost, onRefused } = loading;
  const connected = useConnected();
  const [attempt, setAttempt] = useState(1);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef<Element>(null);

  if (!waiting && !connected && !loaded) setWaiting(true);
  if (waiting && connected) {
    setWaiting(false);
    setAttempt(attempt + 1);
  }

  const confirm = useCallback(async () => {
    const frameStatus = await confirmFrame(appId);
    if (frameStatus === 'refused' || frameStatus === 'unreachable') onRefused(seq, appId, frameStatus);
    return frameStatus;
  }, [seq, appId, onRefused]);

  useLayoutEffect(() => {
    if (!isWanted || waiting) return;
    newest.current = { attempt, verdict: confirm(), loads: 0 };
    return () => void (newest.current = null);
  }, [attempt, waiting, isWanted, confirm]);

  const onLoad = useCallback(async () => {
    const element = newest.current;
    if (element?.attempt !== attempt) return;
    element.loads += 1;
    const load = element.loads;
    // The app has sent itself on. A user who tries it has done that, and must not find it covered at each click.
    if (load > 1 && !live) onLost(seq);
    const verdict = element.verdict ?? confirm();
    element.verdict = undefined;
    const [isUp] = await Promise.all([checkConnection(), bounded(verdict)]);
    if (newest.current !== element || element.loads !== load) return;
    if (isUp) return onLoaded(seq);
    setWaiting(true);
    onLost(seq);
  }, [attempt, seq, live, confirm, onLoaded, onLost]);

  return { attempt, waiting, onLoad: () => void onLoad() };
}
