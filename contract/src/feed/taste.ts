import * as z from 'zod/mini';
import { DeckCover } from './deck-list.ts';
import { Count, Id, Moment, Sender } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const FOR_YOU_VOTES = 10;
export const LEADS_MAX = 50;
/** Maximum number of avoided apps per member. The oldest ones are dropped. */
export const AVOIDED_MAX = 200;

export const Lead = z.extend(DeckCover, { leadsTo: Count });
export type Lead = z.infer<typeof Lead>;

export const AvoidedApp = z.extend(DeckCover, { createdAt: Moment });
export type AvoidedApp = z.infer<typeof AvoidedApp>;

export const Taste = z.object({
  votesMissing: Count,
  /** At most 50, latest first. Likes before the taste was deleted do not lead. */
  leads: z.array(Lead),
  avoided: z.array(AvoidedApp),
});
export type Taste = z.infer<typeof Taste>;

export const readTaste = route({
  method: 'GET',
  path: '/api/user/taste',
  summary: 'Get what the deck “For you” has learned',
  access: 'member',
  response: Taste,
});

/** With `less: true`, the deck `for-you` deals the app and its pairs later, and the app leads to no others. */
export const setLess = route({
  method: 'POST',
  path: '/api/user/taste',
  summary: 'Ask for less like an app',
  access: 'member',
  keyless: true,
  body: z.object({ appId: Id, less: z.boolean(), userId: Sender }),
  response: 'empty',
  errors: ['app_not_found', 'session_changed'],
});

/** Deletes the taste: earlier likes no longer lead in the deck `for-you`. All votes stay. */
export const clearTaste = route({
  method: 'DELETE',
  path: '/api/user/taste',
  summary: 'Delete what the deck “For you” has learned',
  access: 'member',
  keyless: true,
  body: z.object({ userId: Sender }),
  response: 'empty',
  errors: ['session_changed'],
});
