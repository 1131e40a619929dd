import { t } from '@lingui/core/macro';
import {
  type listPasskeys,
  type Passkey,
  type PasskeyObstacle,
  PASSKEYS_MAX,
} from '@zapdeck/contract/sign-in/passkeys';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { RecordSheet, useLast } from '../../../components/ui/sheet.tsx';
import { hasPasskeys } from '../../../lib/has-passkeys.ts';
import { sayPasskeyProblem } from '../../../lib/passkey-problem.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { PasskeyNameForm } from './passkey-name-form.tsx';
import { PasskeyRemoval } from './passkey-removal.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { refreshPasskeys, usePasskeys } from './use-passkeys.ts';

function obstacleText(obstacle: PasskeyObstacle | null): string | undefined {
  switch (obstacle) {
    case 'plain_http':
      return t`Passkeys need a site on https. This site is on plain http.`;
    case 'ip_address':
      return t`Passkeys need a site with a domain name. This site has an IP address only.`;
    default:
      return hasPasskeys() ? undefined : t`This browser does not support passkeys. Try another one.`;
  }
}

function AddPasskey({ isFull, onAdded }: { isFull: boolean; onAdded: (passkey: Passkey) => void }) {
  const { pending, start } = useAction({
    work: async () => {
      const { addPasskey } = await import('./add-passkey.ts');
      const added = await addPasskey();
      await refreshPasskeys();
      return added;
    },
    failure: {
      action: 'add-passkey',
      title: t`Couldn’t add the passkey`,
    },
    onError: (error) => sayPasskeyProblem(error, t`Couldn’t add the passkey`),
    onDone: onAdded,
  });
  return isFull ? (
    <p className="text-sm text-muted">
      {t`Your account has the maximum number of passkeys. Remove one first.`}
    </p>
  ) : (
    <Button
      variant="secondary"
      className="max-sm:w-full"
      pending={pending ? t`Waiting for your device…` : undefined}
      onClick={start}
    >{t`Add a passkey`}</Button>
  );
}

function Passkeys({ passkeys, obstacle }: ResponseOf<typeof listPasskeys>) {
  const [named, setNamed] = useState<{ passkey: Passkey; isNew: boolean }>();
  const [removed, setRemoved] = useState<Passkey>();
  const asked = useLast(removed);
  const reason = obstacleText(obstacle);
  return (
    <>
      {passkeys.length > 0 ? (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNamed({ passkey, isNew: false })}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      ) : null}
      <div className="mt-4">
        {passkeys.length === 1 ? (
          <p className="mb-3 text-sm text-muted">{t`Add a second one, in case you lose this one.`}</p>
        ) : null}
        {reason === undefined ? (
          <AddPasskey
            isFull={passkeys.length >= PASSKEYS_MAX}
            onAdded={(passkey) => setNamed({ passkey, isNew: true })}
          />
        ) : (
          <p className="rounded-field bg-raised px-4 py-3 text-sm">{reason}</p>
        )}
      </div>
      <RecordSheet
        record={named?.passkey}
        title={() => (named?.isNew ? t`Name your passkey` : t`Rename the passkey`)}
        onClose={() => setNamed(undefined)}
      >
        {(passkey) => <PasskeyNameForm passkey={passkey} onClose={() => setNamed(undefined)} />}
      </RecordSheet>
      {asked ? (
        <PasskeyRemoval
          key={asked.id}
          open={removed !== undefined}
          passkey={asked}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </>
  );
}

/** The passkeys of the account: add, rename and remove. */
export function PasskeysList() {
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const query = usePasskeys();
  return (
    <section ref={region} tabIndex={-1} className="outline-none" aria-labelledby="own-passkeys">
      <h3 id="own-passkeys" className="mb-1 text-lg font-semibold">{t`Passkeys`}</h3>
      <p className="text-sm text-muted">
        {t`Sign in with your fingerprint, your face or your screen lock instead of a password.`}
      </p>
      <QueryView query={query} failure={t`Couldn’t load your passkeys`} skeleton={<RowsSkeleton />}>
        {(answer) => <Passkeys {...answer} />}
      </QueryView>
    </section>
  );
}
