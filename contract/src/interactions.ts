import * as z from 'zod/mini';
import { CURSOR_MAX } from './feed.ts';
import { Count, Id, Sender, Total } from './primitives.ts';
import { route } from './route.ts';

/** Thirty minutes: no single look at one app is believed to be longer. */
export const DURATION_MAX_MS = 30 * 60_000;
/** Shorter interactions are kept, but count in no average; specification, section 9. */
export const INTERACTION_VALID_MS = 100;
/** A person's view of an app counts once within this time. */
export const VIEW_WINDOW_MS = 30 * 60_000;
/** So long the id of a batch is remembered at least: sent again later, the batch would count twice. */
export const BATCH_KEPT_MS = 24 * 3_600_000;
/** How many interactions one batch may carry. */
export const INTERACTIONS_MAX = 100;
/** How many apps one report of durations may name. */
export const DURATIONS_MAX = 500;

export const InteractionType = z.enum(['view', 'swipe', 'like', 'dislike', 'skip']);
export type InteractionType = z.infer<typeof InteractionType>;

/** Milliseconds; more than the most that is believed is refused, not stored. */
const Duration = z.number().check(
  z.gte(0),
  z.lte(DURATION_MAX_MS),
  z.overwrite((ms) => Math.round(ms)),
);

const Interaction = z.object({
  appId: Id,
  interactionType: InteractionType,
  duration: z._default(Duration, 0),
});

export const recordInteraction = route({
  method: 'POST',
  path: '/api/interactions',
  summary: 'Record a view, swipe, like, dislike or skip',
  access: 'member',
  status: 201,
  body: Interaction,
  response: z.object({ counted: z.boolean() }),
  errors: ['app_not_found'],
});

/**
 * Records several interactions in their order. A batch counts once, however often it arrives. Apps that are unknown or not
 * approved are left out. `counted` names the apps whose views grew by one. Each stored interaction except a view raises the
 * sender's zap count by one; `zapCount` is the result. Of a guest's batch only the cursor is used: no interaction is stored.
 */
export const recordInteractions = route({
  method: 'POST',
  path: '/api/interactions/batch',
  summary: 'Record several interactions at once',
  access: 'session',
  status: 201,
  body: z.object({
    interactions: z.array(Interaction).check(z.minLength(1), z.maxLength(INTERACTIONS_MAX)),
    batchId: Id,
    userId: Sender,
    /** Next-page cursor of the current deck. Logs the first page if the cursor carries it; ignored otherwise. */
    cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
  }),
  bodyMaxBytes: 128 * 1024,
  response: z.object({ counted: z.array(Id), zapCount: Count }),
  errors: ['session_changed'],
});

/**
 * Adds the time spent since the last send, in milliseconds per app. A batch with an id counts once, however often it
 * arrives; apps that are unknown or not approved are left out; the sum is held to the time that really passed.
 */
export const recordDurations = route({
  method: 'POST',
  path: '/api/interactions/durations',
  summary: 'Report the time spent in apps',
  access: 'member',
  body: z.object({
    durations: z
      .record(Id, Duration)
      .check(
        z.refine((map) => Object.keys(map).length <= DURATIONS_MAX, `At most ${DURATIONS_MAX} apps at once`),
      ),
    batchId: z.optional(Id),
    userId: Sender,
  }),
  bodyMaxBytes: 128 * 1024,
  response: z.object({ counted: z.boolean() }),
  errors: ['session_changed'],
});

/** Deletes the interactions that are too short to count in any average; views and what was seen stay. */
export const cleanupInteractions = route({
  method: 'POST',
  path: '/api/admin/cleanup-interactions',
  summary: 'Delete the interactions that are too short to count',
  access: 'admin',
  response: z.object({ deletedCount: Total }),
});
