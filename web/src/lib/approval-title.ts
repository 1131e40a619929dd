import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';

/** Returns the state of an unapproved account in words. */
export const approvalTitle = (approval: CurrentUser['approval']): string =>
  approval === 'refused' ? t`Your account was not approved` : t`Your account waits for approval`;
