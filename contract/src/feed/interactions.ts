import * as z from 'zod/mini';
import { CURSOR_MAX } from './feed.ts';
import { Count, Id, Sender, Total } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const DURATION_MAX_MS = 30 * 60_000;
export const INTERACTION_VALID_MS = 100;
/** A user's view of an app counts once in this period. */
export const VIEW_WINDOW_MS = 30 * 60_000;
/** A batch that is repeated later counts twice. */
export const BATCH_KEPT_MS = 24 * 3_600_000;
/** A batch waits this long for a connection, well within the time in which it counts once. */
export const BATCH_WAIT_MAX_MS = BATCH_KEPT_MS / 2;
export const INTERACTIONS_MAX = 100;
export const DURATIONS_MAX = 500;

export const InteractionType = z.enum(['view', 'swipe', 'like', 'dislike', 'skip']);
export type InteractionType = z.infer<typeof InteractionType>;

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

/** Age in milliseconds. A time would depend on the clock of the device, which can be wrong. */
const Age = z.number().check(
  z.gte(0),
  z.overwrite((ms) => Math.min(Math.round(ms), BATCH_WAIT_MAX_MS)),
);

/** A batch counts once, even if repeated. For guests, only seen apps are stored. `ageMs` is limited to twelve hours. */
export const recordInteractions = route({
  method: 'POST',
  path: '/api/interactions/batch',
  summary: 'Record several interactions',
  access: 'session',
  status: 201,
  body: z.object({
    interactions: z.array(Interaction).check(z.minLength(1), z.maxLength(INTERACTIONS_MAX)),
    batchId: Id,
    ageMs: z._default(Age, 0),
    userId: Sender,
    /** Next-page cursor of the current deck. If it contains a first page, the page is logged. */
    cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
  }),
  bodyMaxBytes: 128 * 1024,
  response: z.object({ counted: z.array(Id), zapCount: Count }),
  errors: ['session_changed'],
});

/** A batch counts once, even if repeated. The sum is limited to the time since the last batch. */
export const recordDurations = route({
  method: 'POST',
  path: '/api/interactions/durations',
  summary: 'Report the time spent in apps',
  access: 'member',
  body: z.object({
    durations: z
      .record(Id, Duration)
      .check(
        z.refine(
          (map) => Object.keys(map).length <= DURATIONS_MAX,
          message('At most {max} apps at once', { max: DURATIONS_MAX }),
        ),
      ),
    batchId: z.optional(Id),
    userId: Sender,
  }),
  bodyMaxBytes: 128 * 1024,
  response: z.object({ counted: z.boolean() }),
  errors: ['session_changed'],
});

export const cleanupInteractions = route({
  method: 'POST',
  path: '/api/admin/cleanup-interactions',
  summary: 'Delete interactions that are too short to count',
  access: 'admin',
  scope: 'admin:write',
  response: z.object({ deletedCount: Total }),
});
