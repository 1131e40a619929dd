import * as z from 'zod/mini';
import { AppStatus, REVIEW_REASON_MAX } from '../apps/apps.ts';
import { AuditPerson } from '../instance/audit-log.ts';
import { prose } from '../wire/lines.ts';
import { PendingFilters } from './pending-apps.ts';
import { Count, Id, IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

/** Apps per request. A larger decision or undo is sent in parts. */
export const DECISIONS_MAX = 500;
/** Period in which a decision can be undone. Mails wait for its end. */
export const UNDO_MS = 10_000;

export const Decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof Decision>;

export const Undecidable = z.enum(['withdrawn', 'maker_suspended']);
export type Undecidable = z.infer<typeof Undecidable>;

/** Current state of the app. `by` is null if no admin changed it. */
export const Decided = z.object({
  status: AppStatus,
  by: z.nullable(AuditPerson),
  at: Moment,
  cause: z.nullable(Undecidable),
});
export type Decided = z.infer<typeof Decided>;

export const DecisionOutcome = z.enum(['decided', 'unchanged', 'already_decided', 'not_found']);
export type DecisionOutcome = z.infer<typeof DecisionOutcome>;

export const DecisionFilter = z.omit(PendingFilters, { sort: true });
export type DecisionFilter = z.infer<typeof DecisionFilter>;

/**
 * `seen` maps ids to `updatedAt`. A filter decides on at most 500 apps, in order of id. Send the next part with `after`
 * (the last id) and `batchId`, so that one undo covers all parts. Later parts skip apps that changed since.
 */
export const decideApps = route({
  method: 'POST',
  path: '/api/admin/apps/decisions',
  summary: 'Approve or reject many apps',
  access: 'moderator',
  scope: 'review:write',
  body: z
    .object({
      ids: z.optional(
        z.array(Id).check(
          z.minLength(1),
          z.maxLength(DECISIONS_MAX),
          z.refine((ids) => new Set(ids).size === ids.length, message('List each app only once')),
        ),
      ),
      filter: z.optional(DecisionFilter),
      batchId: z.optional(Id),
      after: z.optional(Id),
      decision: Decision,
      reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
      seen: z.optional(
        z
          .record(Id, Moment)
          .check(
            z.refine(
              (seen) => Object.keys(seen).length <= DECISIONS_MAX,
              message('At most {max} apps at once', { max: DECISIONS_MAX }),
            ),
          ),
      ),
    })
    .check(
      z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        path: ['ids'],
        error: message('Send either ids or a filter'),
      }),
    ),
  bodyMaxBytes: 384 * 1024,
  response: z.object({
    batchId: z.nullable(Id),
    outcomes: z.array(z.object({ id: Id, outcome: DecisionOutcome, decided: z.nullable(Decided) })),
    left: Count,
  }),
});

/** Undoes at most 500 decisions. Send the next part with `after`, the last id of `undone` and `kept`. */
export const undoDecisions = route({
  method: 'POST',
  path: '/api/admin/apps/decisions/:id/undo',
  summary: 'Undo your own decisions within ten seconds',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  query: z.object({ after: z.optional(Id) }),
  response: z.object({ undone: z.array(Id), kept: z.array(Id), updatedAt: Moment, left: Count }),
  errors: ['decision_not_found', 'undo_over'],
});
