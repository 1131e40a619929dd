import * as z from 'zod/mini';
import { IdParams, Moment } from './primitives.ts';
import { route } from './route.ts';

/** The name of the tag that a page may have. */
export const VERIFY_META = 'zapdeck-verify';
/** Where a host may have a file of lines, one of them the token. */
export const VERIFY_PATH = '/.well-known/zapdeck.txt';

/** What a check for the token came to; a page that leads to another host says nothing of the first. */
export const VerificationFinding = z.enum(['found', 'missing', 'other_host', 'unreachable']);
export type VerificationFinding = z.infer<typeof VerificationFinding>;

/** How the maker of an app shows that its host is theirs, and how far that has come. */
export const Verification = z.object({
  token: z.string(),
  /** Of the app's address: it alone can show the token. */
  host: z.string(),
  /** The tag for the page of the app. */
  tag: z.string(),
  /** Where the file would be. */
  fileUrl: z.string(),
  /** Since when the app has its mark. */
  verifiedAt: z.nullable(Moment),
  /** When somebody last looked, and what was found then. */
  checkedAt: z.nullable(Moment),
  finding: z.nullable(VerificationFinding),
  /** Of an app with its mark: since when no check that reached the host has found the token. */
  missingSince: z.nullable(Moment),
});
export type Verification = z.infer<typeof Verification>;

export const readVerification = route({
  method: 'GET',
  path: '/api/user/apps/:id/verification',
  summary: 'How to show that the host of an own app is one’s own',
  access: 'member',
  params: IdParams,
  response: Verification,
  errors: ['app_not_found'],
});

/** Looks now. What is found is also looked for every day from then on. */
export const checkVerification = route({
  method: 'POST',
  path: '/api/user/apps/:id/verification',
  summary: 'Look now whether the host of an own app shows its token',
  access: 'member',
  keyless: true,
  params: IdParams,
  response: Verification,
  errors: ['app_not_found'],
});
