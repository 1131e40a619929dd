import { filled } from '@zapdeck/contract/message';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { instance } from '../../db/schema/instance.table.ts';
import { invitedMembers } from '../../db/schema/invitations.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { consumeInvitation } from './invitations.ts';

export interface Applicant {
  /** Trimmed and in lower case. */
  email: string;
  /** SHA-256 of the token of an invitation. Null without one. */
  invitationHash: string | null;
  now: Date;
}

/** Reads the row, because the cached settings of a node may be seconds old. */
async function readRules(tx: Db) {
  const { registration, allowedDomains, guests } = instance;
  const rules = tx.select({ registration, allowedDomains, guests }).from(instance);
  return one(await rules.where(eq(instance.isActive, true)));
}

function requireAllowedDomain(email: string, domains: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return;
  const said = filled('Please use an email address at {domains}.', { domains: domains.join(', ') });
  throw new Refusal('domain_not_allowed', { fields: { email: said } });
}

/**
 * Creates an account if the instance admits the applicant. Every new account, also that of a guest who signs up, is created
 * here. Rejects with `registration_closed`, `domain_not_allowed` and `invitation_required`.
 */
export async function join(
  tx: Db,
  { email, invitationHash, now }: Applicant,
  create: (rights: Pick<UserRow, 'mustConfirmEmail'>) => Promise<UserRow>,
): Promise<UserRow> {
  const { registration, allowedDomains } = await readRules(tx);
  if (registration !== 'open' && registration !== 'invitation') throw new Refusal('registration_closed');
  requireAllowedDomain(email, allowedDomains);
  const rights = { mustConfirmEmail: allowedDomains.length > 0 };
  if (registration === 'open') return create(rights);
  const invitationId = invitationHash && (await consumeInvitation(tx, invitationHash, now));
  if (!invitationId) throw new Refusal('invitation_required');
  const user = await create(rights);
  await tx.insert(invitedMembers).values({ userId: user.id, invitationId, createdAt: now });
  return user;
}

/** Rejects with `guests_not_allowed`. */
export async function requireGuests(tx: Db): Promise<void> {
  const { guests } = await readRules(tx);
  if (!guests) throw new Refusal('guests_not_allowed');
}
