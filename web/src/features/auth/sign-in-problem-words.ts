import type { SignInProblem } from '@zapdeck/contract/providers';

const words: Record<SignInProblem, string> = {
  cancelled: 'You cancelled it. Try again, or use your email.',
  provider_unavailable: 'The provider cannot be reached right now. Try again later, or use your email.',
  failed: 'Something went wrong. Please try again.',
  email_not_verified:
    'The provider does not confirm your email address. Confirm it there, or use a password here.',
  account_not_verified:
    'Your email already has an account here that was never confirmed. Log in with its password and confirm it first.',
  linked_elsewhere:
    'The account with your email belongs to another identity there. Log in with your password.',
  suspended: 'Your account is suspended. The mail that told you of it says why, and what you can do.',
};

/** Returns the reason why a sign-in with a provider failed. An unknown code is a general failure. */
export function wordsFor(code: string): string {
  return Object.hasOwn(words, code) ? words[code as SignInProblem] : words.failed;
}
