import { plural, t } from '@lingui/core/macro';
import { renewRecoveryCodes, startTotp, type totpStatus } from '@zapdeck/contract/sign-in/totp';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { call } from '../../lib/call.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { TotpStep } from './totp-sheets.tsx';
import { refreshTotp, useTotp } from './totp.ts';

const TotpSheets = lazyPart(() => import('./totp-sheets.tsx'));

function Status({ since, recoveryCodesLeft }: ResponseOf<typeof totpStatus>) {
  const [step, setStep] = useState<TotpStep>();
  const setUp = useAction({
    work: () => call(startTotp, {}),
    failure: { action: 'start-totp', title: t`Couldn’t turn on the authenticator app` },
    onDone: (setup) => setStep({ setup }),
  });
  const renew = useAction({
    work: async () => {
      const { recoveryCodes } = await call(renewRecoveryCodes, {});
      await refreshTotp();
      return recoveryCodes;
    },
    failure: { action: 'renew-codes', title: t`Couldn’t create new codes` },
    onDone: (codes) => setStep({ codes }),
  });
  return (
    <>
      {since === null ? (
        <Button
          variant="secondary"
          className="mt-4 max-sm:w-full"
          pending={setUp.pending ? t`Checking…` : undefined}
          onClick={setUp.start}
        >{t`Set up the app`}</Button>
      ) : (
        <>
          <p className="mt-3 flex flex-wrap gap-x-3 text-sm">
            <TimeAgo moment={since} say={(when) => t`Turned on ${when}`} />
            <span>
              {plural(recoveryCodesLeft, { one: '# recovery code left', other: '# recovery codes left' })}
            </span>
          </p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            <Button
              variant="secondary"
              className="max-sm:w-full"
              pending={renew.pending ? t`Checking…` : undefined}
              onClick={renew.start}
            >{t`New recovery codes`}</Button>
            <Button
              variant="quiet"
              className="text-down-ink! max-sm:w-full"
              aria-haspopup="dialog"
              onClick={() => setStep('removal')}
            >{t`Turn off`}</Button>
          </div>
        </>
      )}
      <TotpSheets open={step} onStep={setStep} onClose={() => setStep(undefined)} />
    </>
  );
}

/** The authenticator app of the account: set up, turn off, and new recovery codes. */
export function Authenticator() {
  const query = useTotp();
  return (
    <section aria-labelledby="own-authenticator">
      <h3 id="own-authenticator" className="mb-1 text-lg font-semibold">{t`Authenticator app`}</h3>
      <p className="text-sm text-muted">
        {t`An app on your phone shows a code for each sign-in, so that your password alone is not enough.`}
      </p>
      <QueryView
        query={query}
        failure={t`Couldn’t load your authenticator app`}
        skeleton={<div className="skeleton mt-4 h-12" />}
      >
        {(status) => <Status {...status} />}
      </QueryView>
    </section>
  );
}
