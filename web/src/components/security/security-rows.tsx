import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import {
  type Device,
  deviceText,
  type SecurityDetails,
  type SecurityEntry,
  type SecurityEventName,
} from '@zapdeck/contract/accounts/security-log';
import type { SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Elements } from '../../lib/elements.ts';
import { say } from '../../lib/say.ts';
import { Badge } from '../ui/badge.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

/** Facts in one line, with dots between them. A dot before the first fact of a line is clipped. */
function Facts({ children }: { children: Elements }) {
  return (
    <div className="flex flex-wrap gap-x-3.5 overflow-x-clip text-sm text-muted *:relative *:before:absolute *:before:-inset-s-2.25 *:before:content-['·']">
      {children}
    </div>
  );
}

/** A network, named by a letter so that people can compare lists. */
export function Network({ letter }: { letter: string }) {
  return <span>{t`Network ${letter}`}</span>;
}

function DeviceName({ device }: { device: Device | null }) {
  return <span>{say(deviceText(device))}</span>;
}

const handhelds: ReadonlySet<string | null | undefined> = new Set(['iPhone', 'iPad', 'Android']);

/** A session: its device, network and times, with a button to end it. */
export function SessionRow({ session, children }: { session: SessionEntry; children?: Elements }) {
  const { device, network, isThis, createdAt, lastSeenAt } = session;
  const Icon = handhelds.has(device?.system) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <Icon size={22} aria-hidden="true" />
      </span>
      <div className="min-w-[min(8rem,100%)] grow basis-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <DeviceName device={device} />
          {isThis ? <Badge tone="up">{t`This device`}</Badge> : null}
        </div>
        <Facts>
          {isThis ? null : <TimeAgo moment={lastSeenAt} say={(when) => t`Last used ${when}`} />}
          <TimeAgo moment={createdAt} say={(when) => t`Signed in ${when}`} />
          {network === null ? null : <Network letter={network} />}
        </Facts>
      </div>
      {children}
    </li>
  );
}

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
function eventText({ event, details }: Pick<SecurityEntry, 'event' | 'details'>): string {
  return texts[event]?.(details) ?? i18n._(eventNames[event]);
}

interface Props {
  entry: SecurityEntry;
  owner?: Elements;
}

/** A security event: what happened, on which device, in which network and when. */
export function EventRow({ entry, owner }: Props) {
  const { device, network, details, createdAt } = entry;
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-t border-line py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      {owner}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{eventText(entry)}</span>
        {details.isNewDevice ? <Badge tone="amber">{t`New device`}</Badge> : null}
      </div>
      <Facts>
        {device && <DeviceName device={device} />}
        {network === null ? null : <Network letter={network} />}
        <TimeAgo moment={createdAt} />
      </Facts>
    </li>
  );
}
