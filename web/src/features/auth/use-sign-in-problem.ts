import type { SignInProblem } from '@zapdeck/contract/providers';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../components/ui/toast.tsx';
import { loginAddress } from '../../lib/return-to.ts';

const words: Record<SignInProblem, string> = {
  cancelled: 'You cancelled it. Try again, or use your email.',
  provider_unavailable: 'The provider cannot be reached right now. Try again later, or use your email.',
  failed: 'Something went wrong on the way. Please try again.',
  email_not_verified:
    'The provider does not confirm your email address. Confirm it there, or use a password here.',
  account_not_verified:
    'Your email already has an account here that was never confirmed. Log in with its password and confirm it first.',
  linked_elsewhere:
    'The account with your email belongs to another identity there. Log in with your password.',
};

function isProblem(code: string): code is SignInProblem {
  return Object.hasOwn(words, code);
}

/** Says once why a sign-in through a provider did not come about: the `error` of the address, which then loses it. */
export function useSignInProblem(returnTo: string | undefined): void {
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('error');
    if (code === null) return;
    const description = words[isProblem(code) ? code : 'failed'];
    toast({ title: 'You are not signed in', description, variant: 'destructive' });
    navigate(loginAddress(returnTo), { replace: true });
  }, [returnTo]);
}
