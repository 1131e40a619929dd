import * as z from 'zod/mini';
import { requiredLine } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { versioned } from '../instance/settings.ts';
import { route } from '../wire/route.ts';

export const CLAIM_VALUE_MAX = 200;
export const CLAIM_ROLES_MAX = 50;

export const claimableRoles = ['moderator', 'admin'] as const;

export const ClaimRole = z.object({
  value: requiredLine(CLAIM_VALUE_MAX, message('A value is required')),
  role: z.enum(claimableRoles),
});
export type ClaimRole = z.infer<typeof ClaimRole>;

const hasEachOnce = z.refine<ClaimRole[]>(
  (all) => new Set(all.map(({ value }) => value)).size === all.length,
  message('Each value can give one role only'),
);

export const ClaimSettings = z.object({
  claimRoles: z.array(ClaimRole).check(z.maxLength(CLAIM_ROLES_MAX), hasEachOnce),
  trustsProviderFactor: z.boolean(),
});
export type ClaimSettings = z.infer<typeof ClaimSettings>;

const ShownClaimSettings = z.extend(ClaimSettings, {
  claim: z.nullable(z.string()),
  provider: z.nullable(z.string()),
});
export type ShownClaimSettings = z.infer<typeof ShownClaimSettings>;

export const adminClaimRoles = route({
  method: 'GET',
  path: '/api/admin/claim-roles',
  summary: 'Get the roles that claims of the operator’s provider give',
  access: 'admin',
  scope: 'admin:read',
  versioned: true,
  response: ShownClaimSettings,
});

const ESCAPED_BYTES = 6;

/** Takes effect at the next sign-in of each person. */
export const saveClaimRoles = route({
  method: 'PUT',
  path: '/api/admin/claim-roles',
  summary: 'Save the roles that claims of the operator’s provider give',
  access: 'admin',
  proof: true,
  keyless: true,
  bodyMaxBytes: CLAIM_ROLES_MAX * (ESCAPED_BYTES * CLAIM_VALUE_MAX + 150) + 1_024,
  versioned: true,
  body: versioned(ClaimSettings),
  response: ShownClaimSettings,
});
