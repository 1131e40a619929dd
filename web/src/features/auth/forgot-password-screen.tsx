import { t } from '@lingui/core/macro';
import { ForgotPasswordForm, forgotPassword } from '@zapdeck/contract/accounts/account';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { useState } from 'react';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { announce } from '../../lib/announce.ts';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useAction } from '../../lib/use-action.ts';
import { AuthPage } from './auth-page.tsx';

const checkYourEmail = () => t`Check your email`;

/** Form that requests a reset link. The response is the same for addresses without an account. */
export default function ForgotPasswordScreen({ loginHref }: { loginHref: string }) {
  const form = useForm(ForgotPasswordForm, { email: '' });
  const { ref, errors, bind } = form;
  const [asked, setAsked] = useState(false);
  const request = useAction({
    form,
    work: (body: BodyOf<typeof forgotPassword>) => call(forgotPassword, { body }),
    failure: {
      action: 'forgot-password',
      title: t`Couldn’t send the link`,
    },
    onDone: () => {
      setAsked(true);
      announce(checkYourEmail());
    },
  });

  if (asked) {
    return (
      <Notice
        title={checkYourEmail()}
        text={t`If there is an account with that email, a link to set a new password is on its way.`}
      >
        <ButtonLink href={loginHref}>{t`Back to login`}</ButtonLink>
      </Notice>
    );
  }
  return (
    <AuthPage title={t`Forgot your password?`} text={t`We’ll email you a link to set a new password.`}>
      <form ref={ref} noValidate className="grid gap-4" onSubmit={form.submit(request.start)}>
        <EmailField {...bind('email')} error={errors.email} autoComplete="username" />
        <Button
          type="submit"
          size="lg"
          className="mt-1 w-full"
          pending={request.pending ? t`Sending…` : undefined}
        >{t`Send the link`}</Button>
      </form>
      <ButtonLink
        href={loginHref}
        variant="secondary"
        size="lg"
        className="mt-3 w-full"
      >{t`Back to login`}</ButtonLink>
    </AuthPage>
  );
}
