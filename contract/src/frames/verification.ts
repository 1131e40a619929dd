import * as z from 'zod/mini';
import { IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const VERIFY_META = 'zapdeck-verify';
export const VERIFY_PATH = '/.well-known/zapdeck.txt';

/** `other_host`: the URL redirects to another host. */
export const VerificationFinding = z.enum(['found', 'missing', 'other_host', 'unreachable']);
export type VerificationFinding = z.infer<typeof VerificationFinding>;

export const Verification = z.object({
  token: z.string(),
  host: z.string(),
  tag: z.string(),
  fileUrl: z.string(),
  verifiedAt: z.nullable(Moment),
  checkedAt: z.nullable(Moment),
  finding: z.nullable(VerificationFinding),
  missingSince: z.nullable(Moment),
});
export type Verification = z.infer<typeof Verification>;

export const readVerification = route({
  method: 'GET',
  path: '/api/user/apps/:id/verification',
  summary: 'Get the verification of one of your apps',
  access: 'member',
  scope: 'apps:read',
  params: IdParams,
  response: Verification,
  errors: ['app_not_found'],
});

export const checkVerification = route({
  method: 'POST',
  path: '/api/user/apps/:id/verification',
  summary: 'Check now whether the host of one of your apps has its token',
  access: 'member',
  scope: 'apps:write',
  keyless: true,
  params: IdParams,
  response: Verification,
  errors: ['app_not_found'],
});
