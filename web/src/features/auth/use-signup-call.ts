import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { type SignupForm, signup } from '@zapdeck/contract/sign-in/signup';
import type { SolvedWork, WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import { useEffect, useRef, useState } from 'react';
import { CallError, call, ConnectionError } from '../../lib/call.ts';

/** A challenge may expire while the device sleeps. Then it is renewed once. */
const CHALLENGES_MAX = 2;

/** The person has cancelled the check. */
export class CheckCancelled extends Error {}

interface Check {
  solved: Promise<SolvedWork>;
  /** Ends the work. `solved` stays pending. */
  stop: () => void;
}

/**
 * Solves the challenge in a worker, so that the page stays responsive. `solved` rejects with ConnectionError without the
 * script.
 */
function startCheck(challenge: WorkChallenge): Check {
  const worker = new Worker(new URL('../../../worker/solve-work.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<SolvedWork>();
  worker.addEventListener('message', ({ data }: MessageEvent<SolvedWork>) => resolve(data));
  worker.addEventListener('error', (event) =>
    reject(event instanceof ErrorEvent ? new Error(event.message) : new ConnectionError(event)),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(challenge);
  return { solved: promise, stop: () => worker.terminate() };
}

interface SignupCall {
  /** Creates the account. Rejects like `call`, or with CheckCancelled. */
  send: (form: SignupForm) => Promise<CurrentUser>;
  /** Cancels the check. Undefined while there is none. */
  cancel: (() => void) | undefined;
}

/** Sends the sign-up, with a proof of work if the server requires one. The work ends with the component. */
export function useSignupCall(): SignupCall {
  const [cancel, setCancel] = useState<() => void>();
  const isMounted = useRef(false);
  const check = useRef<Check>(undefined);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      check.current?.stop();
    };
  }, []);

  const solve = async (challenge: WorkChallenge): Promise<SolvedWork> => {
    const started = startCheck(challenge);
    const cancelled = Promise.withResolvers<never>();
    check.current = started;
    setCancel(() => () => cancelled.reject(new CheckCancelled()));
    try {
      return await Promise.race([started.solved, cancelled.promise]);
    } finally {
      started.stop();
      setCancel(undefined);
    }
  };

  const send = async (form: SignupForm, challenges = 0): Promise<CurrentUser> => {
    try {
      return await call(signup, { body: form });
    } catch (error) {
      const challenge = error instanceof CallError ? error.work : undefined;
      if (!challenge || challenges === CHALLENGES_MAX || !isMounted.current) throw error;
      return send({ ...form, work: await solve(challenge) }, challenges + 1);
    }
  };
  return { send, cancel };
}
