import * as z from 'zod/mini';
import { filled, type Marked, message } from '../wire/message.ts';
import { AuditPerson } from '../instance/audit-log.ts';
import { Count, Id, Moment, PageQuery } from '../wire/primitives.ts';
import { roles } from './roles.ts';
import { route } from '../wire/route.ts';

export const SecurityEventName = z.enum([
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'totp_on',
  'totp_off',
  'recovery_code_used',
  'recovery_codes_renewed',
  'factors_reset',
  'identity_linked',
  'identity_unlinked',
  'email_change_requested',
  'email_changed',
  'email_change_undone',
  'role_changed',
  'data_exported',
  'account_suspended',
  'suspension_lifted',
  'token_created',
  'token_revoked',
]);
export type SecurityEventName = z.infer<typeof SecurityEventName>;

export const Device = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) });
export type Device = z.infer<typeof Device>;

export const SecurityDetails = z.object({
  way: z.optional(z.enum(['password', 'passkey', 'google', 'platform'])),
  isNewDevice: z.optional(z.boolean()),
  by: z.optional(z.enum(['admin', 'operator', 'provider'])),
  device: z.optional(z.nullable(Device)),
  sessions: z.optional(Count),
  before: z.optional(z.enum(roles)),
  after: z.optional(z.enum(roles)),
  list: z.optional(z.string()),
  token: z.optional(z.string()),
});
export type SecurityDetails = z.infer<typeof SecurityDetails>;

export const SecurityEntry = z.object({
  id: Id,
  event: SecurityEventName,
  device: z.nullable(Device),
  /** A letter for each distinct network. Null once its hash is deleted, and if the owner did not act. */
  network: z.nullable(z.string()),
  details: SecurityDetails,
  createdAt: Moment,
});
export type SecurityEntry = z.infer<typeof SecurityEntry>;

const UNKNOWN_DEVICE = message('Unknown device');

/** Returns a device in words. Names of browsers and systems are not translated. */
export function deviceText(device: Device | null): Marked {
  const { browser, system } = device ?? { browser: null, system: null };
  if (browser === null || system === null) return browser ?? system ?? UNKNOWN_DEVICE;
  if (system === 'iPhone') return filled('{browser} on an iPhone', { browser });
  if (system === 'iPad') return filled('{browser} on an iPad', { browser });
  return filled('{browser} on {system}', { browser, system });
}

export const ownSecurityLog = route({
  method: 'GET',
  path: '/api/auth/security-log',
  summary: 'List the security events of your account, newest first',
  access: 'account',
  query: PageQuery,
  response: z.array(SecurityEntry),
});

export const AccountSecurityEntry = z.extend(SecurityEntry, { user: AuditPerson });
export type AccountSecurityEntry = z.infer<typeof AccountSecurityEntry>;

/** With the filter `user`, letters of networks are those of the account. Otherwise each page has its own. */
export const securityLog = route({
  method: 'GET',
  path: '/api/admin/security-log',
  summary: 'List the security events of all accounts, newest first',
  access: 'admin',
  query: z.extend(PageQuery, {
    user: z.optional(Id),
    event: z.optional(SecurityEventName),
    from: z.optional(Moment),
    to: z.optional(Moment),
  }),
  response: z.array(AccountSecurityEntry),
});
