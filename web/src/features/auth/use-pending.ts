import type { pendingSignIn } from '@zapdeck/contract/sign-in/identities';
import type { CallInput, ResponseOf } from '@zapdeck/contract/wire/route';
import type { pendingAccount } from '@zapdeck/contract/sign-in/terms';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { reportFailedRead } from '../../lib/failures.ts';

/** Returns the pending sign-in of this browser. Undefined until the server has responded, null if there is none. */
export function usePending<T extends typeof pendingAccount | typeof pendingSignIn>(
  route: T,
): ResponseOf<T> | null | undefined {
  const [pending, setPending] = useState<ResponseOf<T> | null>();
  useEffect(() => {
    let isGone = false;
    call<T>(route, {} as CallInput<T>).then(
      (answer) => {
        if (!isGone) setPending(answer);
      },
      (error: unknown) => {
        reportFailedRead('pending-sign-in', error);
        if (!isGone) setPending(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [route]);
  return pending;
}
