import type { pendingSignIn } from '@zapdeck/contract/sign-in/identities';
import type { pendingAccount } from '@zapdeck/contract/sign-in/terms';
import type { CallInput, ResponseOf } from '@zapdeck/contract/wire/route';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import type { Elements } from '../../lib/elements.ts';
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

/** Layout of a short form with its heading. */
export function AuthPage({ title, text, children }: { title: string; text: string; children: Elements }) {
  return (
    <div className="form-screen mx-auto flex w-full max-w-md flex-col justify-center px-5 pt-8 pb-14 md:px-6">
      <h1 className="display text-title">{title}</h1>
      <p className="mt-2 mb-7 text-muted">{text}</p>
      {children}
    </div>
  );
}
