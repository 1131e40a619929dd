import type { AuthProvider } from '@zapdeck/contract/auth';

/** What people call the ways to sign in. */
export const providerNames: Readonly<Record<AuthProvider, string>> = {
  email: 'Email',
  google: 'Google',
  platform: 'Platform',
};
