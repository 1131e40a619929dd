import { confirmApp } from '@zapdeck/contract/apps/app-checks';
import type { App, FrameStatus } from '@zapdeck/contract/apps/apps';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { checkConnection, useConnected } from '../../../../lib/connection.ts';

/** Lets the server check whether the app can be framed. Returns `unknown` after an error. */
async function confirmFrame(appId: App['id']): Promise<FrameStatus> {
  try {
    return (await call(confirmApp, { params: { id: appId } })).frameStatus;
  } catch {
    return 'unknown';
  }
}

/** Maximum wait for the server's check after a load, so that a slow check does not delay an app that works. */
const VERDICT_WAIT_MS = 2_000;

interface Loading {
  seq: number;
  appId: string;
  isWanted: boolean;
  loaded: boolean;
  live: boolean;
  onLoaded: (seq: number) => void;
  /** The app has been replaced by another page. */
  onLost: (seq: number) => void;
  onRefused: (seq: number, appId: string, frameStatus: FrameStatus) => void;
}

interface Frame {
  /** Key of the frame element. */
  attempt: number;
  /** Without a connection there is no frame. */
  waiting: boolean;
  onLoad: () => void;
}

interface Element {
  attempt: number;
  /** The server's check of the next load. */
  verdict: Promise<FrameStatus> | undefined;
  loads: number;
}

function bounded(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, VERDICT_WAIT_MS))]);
}

/**
 * Loads the frame of an app. Browsers fire `load` for their error pages too, so a load counts only after the server has
 * confirmed the app, or takes too long to. A lost connection removes the frame, and a new one is made when it is back.
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
    // The app has navigated by itself. While it is tried, the user may have done that.
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
