import { t } from '@lingui/core/macro';
import { changeEmail, ChangeEmailForm as ChangeEmailRules } from '@zapdeck/contract/accounts/change-email';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
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
      await call(changeEmail, { body });
      refreshAccount();
      return body.email;
    },
    failure: {
      action: 'change-email',
      title: t`Couldn’t send the link`,
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
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={() => onClose()}
      submit={t`Send the link`}
      pending={pending ? t`Sending…` : undefined}
    >
      <p className="wrap-anywhere text-muted">
        {t`We’ll send a link to the new address. Your email changes when you confirm it there. For seven days, you can undo the change with a link that we send to ${email}.`}
      </p>
      <EmailField {...bind('email')} label={t`New email`} error={errors.email} autoComplete="email" />
    </SheetForm>
  );
}
