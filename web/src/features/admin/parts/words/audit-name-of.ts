import { type AuditEntry, type AuditPerson, automaticActions } from '@zapdeck/contract/audit-log';
import { nameOf } from '../../../../lib/person.ts';

/** What the log calls an admin: by name, else by email, else, once the account is gone, by its number. */
export function auditNameOf(person: AuditPerson): string {
  return person.firstName || person.email ? nameOf(person) : `Account ${person.id.slice(0, 8)}`;
}

/** Who did it: a person, Zapdeck by itself, or somebody at the command line. */
export function doerOf({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string {
  if (actor !== null) return auditNameOf(actor);
  return automaticActions.has(action) ? 'Zapdeck' : 'the command line';
}
