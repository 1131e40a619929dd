import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AuthProvider } from '@zapdeck/contract/sign-in/auth';

export const providerNames: Readonly<Record<AuthProvider, MessageDescriptor>> = {
  email: msg`Email`,
  google: msg`Google`,
  platform: msg`Platform`,
};
