import { t } from '@lingui/core/macro';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../ui/button.tsx';

/** Confirms the identity with a passkey of the account. */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const { pending, start } = useAction({
    work: async () => (await import('./passkey-answer.ts')).proveWithPasskey(),
    failure: {
      action: 'prove-with-passkey',
      title: t`Couldn’t confirm that it is you`,
    },
    onError: (error) => sayPasskeyProblem(error, t`Couldn’t confirm that it is you`),
    onDone: onProved,
    leaves: true,
  });
  return (
    <Button
      className="w-full"
      pending={pending ? t`Waiting for your device…` : undefined}
      onClick={start}
    >{t`Use a passkey`}</Button>
  );
}
