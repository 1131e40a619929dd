import { t } from '@lingui/core/macro';
import { CodeProof as CodeProofRules, prove } from '@zapdeck/contract/sign-in/proof';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeField } from '../factor/code-field.tsx';
import { Button } from '../ui/button.tsx';

/** Confirms the identity with a code of the authenticator app, or with a recovery code. */
export function CodeProof({ onProved }: { onProved: () => void }) {
  const form = useForm(CodeProofRules, { code: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: (body: { code: string }) => call(prove, { body }),
    failure: {
      action: 'prove-with-code',
      title: t`Couldn’t confirm that it is you`,
    },
    onDone: onProved,
    leaves: true,
  });
  return (
    <form ref={ref} noValidate className="grid gap-2" onSubmit={form.submit(start)}>
      <CodeField {...bind('code')} error={errors.code} />
      <Button type="submit" className="w-full" pending={pending ? t`Checking…` : undefined}>
        {t`Confirm`}
      </Button>
    </form>
  );
}
