import { t } from '@lingui/core/macro';
import {
  type AuditEntry,
  type AuditPerson,
  automaticActions,
  providerActions,
} from '@zapdeck/contract/instance/audit-log';
import { nameOf } from '../../../../lib/person.ts';
import { instance } from '../../../../lib/instance.ts';

/** Returns the end of an id. Its start is the time, which is the same for all ids of a minute. */
export const shortIdOf = (id: string): string => id.slice(-8);

/** Returns the name of a user, or the email. Returns a short id for a deleted account. */
export function auditNameOf(person: AuditPerson): string {
  const shortId = shortIdOf(person.id);
  return person.firstName || person.email ? nameOf(person) : t`Account ${shortId}`;
}

/** Returns who performed an action: a user, the provider, Zapdeck itself, or the command line. */
export function doerOf({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string {
  if (actor !== null) return auditNameOf(actor);
  if (providerActions.has(action)) return t`The sign-in provider`;
  return automaticActions.has(action) ? instance.name : t`The command line`;
}
