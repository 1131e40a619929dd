import type { ResponseOf } from '@zapdeck/contract/route';
import { pendingAccount } from '@zapdeck/contract/terms';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { reportFailedRead } from '../../lib/failures.ts';

/** Returns the sign-in that waits for consent. Undefined until the server has answered, null if there is none. */
export function usePendingAccount(): ResponseOf<typeof pendingAccount> | null | undefined {
  const [pending, setPending] = useState<ResponseOf<typeof pendingAccount> | null>();
  useEffect(() => {
    let isGone = false;
    call(pendingAccount, {}).then(
      (answer) => {
        if (!isGone) setPending(answer);
      },
      (error: unknown) => {
        reportFailedRead('pending-account', error);
        if (!isGone) setPending(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return pending;
}
