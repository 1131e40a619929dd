import type { AuditPerson } from '@zapdeck/contract/audit-log';
import { nameOf } from '../../../lib/person.ts';

/** What the log calls an admin: by name, else by email, else, once the account is gone, by its number. */
export function auditNameOf(person: AuditPerson): string {
  return person.firstName || person.email ? nameOf(person) : `Account ${person.id.slice(0, 8)}`;
}
