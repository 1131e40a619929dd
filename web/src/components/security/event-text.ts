import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import {
  deviceText,
  type SecurityDetails,
  type SecurityEntry,
} from '@zapdeck/contract/accounts/security-log';
import { say } from '../../lib/say.ts';
import { eventNames } from './event-names.ts';

function signInText({ way }: SecurityDetails): string {
  if (way === 'password') return t`Signed in with a password`;
  if (way === 'passkey') return t`Signed in with a passkey`;
  if (way === 'google') return t`Signed in with Google`;
  return t`Signed in through a provider`;
}

function linkedText({ way }: SecurityDetails): string {
  return way === 'google' ? t`Google linked` : t`Provider linked`;
}

function unlinkedText({ way, by }: SecurityDetails): string {
  if (by === 'operator')
    return way === 'google' ? t`The operator unlinked Google` : t`The operator unlinked the provider`;
  return way === 'google' ? t`Google unlinked` : t`Provider unlinked`;
}

function endedSessionText({ by, device = null }: SecurityDetails): string {
  const name = say(deviceText(device));
  return by === 'admin' ? t`An admin signed out a device: ${name}` : t`Signed out a device: ${name}`;
}

function endedSessionsText({ by, sessions = 0 }: SecurityDetails): string {
  return by === 'admin'
    ? plural(sessions, { one: 'An admin signed out # device', other: 'An admin signed out # devices' })
    : plural(sessions, { one: 'Signed out # device', other: 'Signed out # devices' });
}

function roleName(role: Role): string {
  if (role === 'admin') return t({ message: 'Admin', context: 'role' });
  return role === 'moderator' ? t`Moderator` : t`Member`;
}

function roleText({ by, before = 'member', after = 'member' }: SecurityDetails): string {
  const [old, now] = [roleName(before), roleName(after)];
  if (by === 'operator') return t`The operator changed the role: ${old} → ${now}`;
  return by === 'provider'
    ? t`The provider changed the role: ${old} → ${now}`
    : t`An admin changed the role: ${old} → ${now}`;
}

const texts: Partial<Record<SecurityEntry['event'], (details: SecurityDetails) => string>> = {
  signed_in: signInText,
  signed_out: () => t`Signed out`,
  session_ended: endedSessionText,
  sessions_ended: endedSessionsText,
  password_changed: ({ by }) =>
    by === 'operator' ? t`The operator set a new password` : i18n._(eventNames.password_changed),
  password_reset: () => t`Password reset with a link from an email`,
  role_changed: roleText,
  identity_linked: linkedText,
  identity_unlinked: unlinkedText,
  token_created: ({ token = '' }) => t`API token created: ${token}`,
  token_revoked: ({ token = '' }) => t`API token revoked: ${token}`,
  data_exported: ({ list }) =>
    list === undefined ? t`Downloaded a copy of the account’s data` : t`Downloaded an admin list`,
};

/** Returns the event in words for its owner and for admins. */
export function eventText({ event, details }: Pick<SecurityEntry, 'event' | 'details'>): string {
  return texts[event]?.(details) ?? i18n._(eventNames[event]);
}
