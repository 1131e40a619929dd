import { t } from '@lingui/core/macro';
import { changeEmail, ChangeEmailForm as ChangeEmailRules } from '@zapdeck/contract/accounts/change-email';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { Button } from '../../../components/ui/button.tsx';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { toast } from '../../../components/ui/toast.tsx';
import { callProved } from '../../../lib/call-proved.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshAccount } from './use-account.ts';

interface Props {
  email: string;
  onClose: (then?: () => void) => void;
}

/** Form that requests another email. A link to the new address confirms it. */
export function ChangeEmailForm({ email, onClose }: Props) {
  const form = useForm(ChangeEmailRules, { email: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof changeEmail>) => {
      await callProved(changeEmail, { body });
      refreshAccount();
      return body.email;
    },
    failure: {
      action: 'change-email',
      title: t`Couldn’t send the link`,
      text: t`Please check your connection and try again.`,
    },
    onDone: (asked) =>
      onClose(() =>
        toast({
          title: t`Check your email`,
          description: t`A link to confirm it is on its way to ${asked}.`,
        }),
      ),
    leaves: true,
  });

  return (
    <form ref={ref} noValidate className="grid gap-4 pt-1" onSubmit={form.submit(start)}>
      <p className="wrap-anywhere text-muted">
        {t`We’ll send a link to the new address. Your email changes when you confirm it there. For seven days, you can undo the change with a link that we send to ${email}.`}
      </p>
      <EmailField {...bind('email')} label={t`New email`} error={errors.email} autoComplete="email" />
      <div className="mt-1 flex flex-wrap gap-2.5">
        <Button
          type="submit"
          className="grow"
          pending={pending ? t`Sending…` : undefined}
        >{t`Send the link`}</Button>
        <Button variant="secondary" className="grow" onClick={() => onClose()}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
