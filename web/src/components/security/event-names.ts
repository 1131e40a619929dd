import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SecurityEventName } from '@zapdeck/contract/accounts/security-log';

/** Names of security events, for filters. */
export const eventNames: Readonly<Record<SecurityEventName, MessageDescriptor>> = {
  signed_up: msg`Account created`,
  signed_in: msg`Sign-in`,
  sign_in_failed: msg`Failed sign-in`,
  signed_out: msg`Sign-out`,
  session_ended: msg`Device signed out`,
  sessions_ended: msg`Several devices signed out`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password reset`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  passkey_copied: msg`Possible copy of a passkey refused`,
  totp_on: msg`Authenticator app turned on`,
  totp_off: msg`Authenticator app turned off`,
  recovery_code_used: msg`A recovery code was used`,
  recovery_codes_renewed: msg`Recovery codes replaced`,
  factors_reset: msg`Second factors removed`,
  identity_linked: msg`Sign-in linked`,
  identity_unlinked: msg`Sign-in unlinked`,
  email_change_requested: msg`Change of email requested`,
  email_changed: msg`Email changed`,
  email_change_undone: msg`Change of email undone`,
  role_changed: msg`Role changed`,
  data_exported: msg`Data downloaded`,
  account_suspended: msg`Account suspended`,
  suspension_lifted: msg`Suspension lifted`,
  token_created: msg`API token created`,
  token_revoked: msg`API token revoked`,
};
