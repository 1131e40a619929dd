import { t } from '@lingui/core/macro';
import type { SignInProblem } from '@zapdeck/contract/sign-in/providers';

const words = (): Record<SignInProblem, string> => ({
  cancelled: t`You cancelled the sign-in. Try again, or use your email.`,
  provider_unavailable: t`The provider cannot be reached right now. Try again later, or use your email.`,
  failed: t`Something went wrong. Please try again.`,
  email_not_verified: t`The provider does not confirm your email address. Confirm it there, or use a password here.`,
  account_not_verified: t`The account with your email was never confirmed. Log in with its password and confirm the email first.`,
  linked_elsewhere: t`Your account here is linked to a different account of that provider. Log in with your password.`,
  link_in_settings: t`Link this account first: log in another way, then open Settings, Security, Linked sign-ins.`,
  identity_taken: t`Another account here is linked to it. Unlink it there first.`,
  identity_linked: t`Your account is already linked to another one at this provider. Unlink that one first.`,
  suspended: t`Your account is suspended. The email about it says why and what you can do.`,
  registration_closed: t`Sign-up is closed here. If you have an account, log in with its email and password.`,
  invitation_required: t`You need an invitation to sign up here. If you have one, open its link again.`,
  email_taken: t`This email belonged to an account until a few days ago. Log in with its new email, or undo the change with the link we sent.`,
  domain_not_allowed: t`That email address can’t sign up here. Use another account, or an email and a password.`,
});

/** Returns why a sign-in with a provider failed. An unknown code is a general failure. */
export function wordsFor(code: string): string {
  const all = words();
  return Object.hasOwn(all, code) ? all[code as SignInProblem] : all.failed;
}
