import { filled } from '@zapdeck/contract/wire/message';
import { errorCatalogue } from '@zapdeck/contract/wire/errors';
import { domainInAscii } from '@zapdeck/contract/instance/instance';
import { TERMS_NOT_ACCEPTED } from '@zapdeck/contract/sign-in/signup';
import { and, like, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { invitedMembers } from '../../db/schema/invitations.table.ts';
import { settings } from '../../db/schema/settings.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { instanceKind, type StoredInstance } from '../settings/kinds.ts';
import { readValues } from '../settings/settings.ts';
import { consumeInvitation } from './invitations.ts';
import { requireUnreserved } from './reserved-emails.ts';

export interface Applicant {
  email: string;
  /** SHA-256 of an invitation's token, or null. */
  invitationHash: string | null;
  /** Version of the terms that the applicant accepts, or null. */
  termsVersion: number | null;
  now: Date;
}

/** Reads the row, because a node's cached settings may be seconds old. */
const readRules = (tx: Db) => readValues(tx, instanceKind);

/** Returns the version of the terms in force; null if none are published. */
async function readTermsInForce(tx: Db, { legal, termsVersion }: StoredInstance): Promise<number | null> {
  const hasText = sql`${settings.values} ->> 'text' <> ''`;
  const isTerms = and(settings.isActive, like(settings.kind, 'legal/terms/%'), hasText);
  const isPublished = legal.terms.url !== '' || (await tx.$count(settings, isTerms)) > 0;
  return isPublished && termsVersion > 0 ? termsVersion : null;
}

export type NewRights = Pick<
  UserRow,
  'mustConfirmEmail' | 'mustBeApproved' | 'termsVersion' | 'termsAcceptedAt'
>;

/** Rejects with `terms_required` unless the applicant accepts the terms in force. */
function requireTerms({ termsVersion, now }: Applicant, inForce: number | null) {
  if (inForce === null) return { termsVersion: null, termsAcceptedAt: null };
  if (termsVersion === inForce) return { termsVersion, termsAcceptedAt: now };
  const message = termsVersion === null ? TERMS_NOT_ACCEPTED : errorCatalogue.terms_required.message;
  throw new Refusal('terms_required', { message, fields: { termsVersion: message } });
}

function requireAllowedDomain(email: string, domains: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.some((allowed) => domainInAscii(allowed) === domain)) return;
  const said = filled('Please use an email address at {domains}.', { domains: domains.join(', ') });
  throw new Refusal('domain_not_allowed', { fields: { email: said } });
}

/** Rejects with `domain_not_allowed`. */
export async function requireAllowedEmail(tx: Db, email: string): Promise<void> {
  requireAllowedDomain(email, (await readRules(tx)).allowedDomains);
}

/**
 * Creates an account if the rules allow it. Rejects with `registration_closed`, `domain_not_allowed` or
 * `invitation_required` before `terms_required`, so that only people who may join are asked to accept terms.
 */
export async function join(
  tx: Db,
  applicant: Applicant,
  create: (rights: NewRights) => Promise<UserRow>,
): Promise<UserRow> {
  const { email, invitationHash, now } = applicant;
  const rules = await readRules(tx);
  const { registration, allowedDomains } = rules;
  const isOpen = registration === 'open';
  if (!isOpen && registration !== 'invitation' && registration !== 'approval')
    throw new Refusal('registration_closed');
  requireAllowedDomain(email, allowedDomains);
  const invitationId =
    isOpen || invitationHash === null ? undefined : await consumeInvitation(tx, invitationHash, now);
  if (registration === 'invitation' && invitationId === undefined) throw new Refusal('invitation_required');
  const mustBeApproved = registration === 'approval' && invitationId === undefined;
  const mustConfirmEmail = mustBeApproved || allowedDomains.length > 0;
  const terms = requireTerms(applicant, await readTermsInForce(tx, rules));
  const user = await create({ mustConfirmEmail, mustBeApproved, ...terms });
  await requireUnreserved(tx, { email, userId: user.id, now });
  if (invitationId !== undefined)
    await tx.insert(invitedMembers).values({ userId: user.id, invitationId, createdAt: now });
  return user;
}

/** Rejects with `guests_not_allowed`. */
export async function requireGuests(tx: Db): Promise<void> {
  const { guests } = await readRules(tx);
  if (!guests) throw new Refusal('guests_not_allowed');
}
