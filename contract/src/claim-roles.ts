import * as z from 'zod/mini';
import { requiredLine } from './lines.ts';
import { message } from './message.ts';

const CLAIM_VALUE_MAX = 200;

/** Gives a role to people whose claim contains exactly this value. */
export const ClaimRole = z.object({
  value: requiredLine(CLAIM_VALUE_MAX, message('A value is required')),
  role: z.enum(['moderator', 'admin']),
});
export type ClaimRole = z.infer<typeof ClaimRole>;
