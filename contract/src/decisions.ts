import * as z from 'zod/mini';
import { AppStatus, REVIEW_REASON_MAX } from './apps.ts';
import { AuditPerson } from './audit-log.ts';
import { prose } from './lines.ts';
import { PendingFilters } from './pending-apps.ts';
import { Count, Id, IdParams, Moment } from './primitives.ts';
import { route } from './route.ts';

export const DECISIONS_MAX = 500;
/** Maximum number of apps of one decision by filter: the oldest ones. */
export const FILTERED_DECISIONS_MAX = 10_000;
/** Time during which a decision can be undone. Mails about it are sent later. */
export const UNDO_MS = 10_000;

export const Decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof Decision>;

/** Reasons why an app cannot be decided on: the maker withdrew it, or is suspended and it would be approved. */
export const Undecidable = z.enum(['withdrawn', 'maker_suspended']);
export type Undecidable = z.infer<typeof Undecidable>;

/** The current state of an app that changed since the moderator saw it. `by` is null if no admin changed it. */
export const Decided = z.object({
  status: AppStatus,
  by: z.nullable(AuditPerson),
  at: Moment,
  cause: z.nullable(Undecidable),
});
export type Decided = z.infer<typeof Decided>;

/** `unchanged`: it had this decision and reason already. `already_decided`: it is not as the moderator saw it. */
export const DecisionOutcome = z.enum(['decided', 'unchanged', 'already_decided', 'not_found']);
export type DecisionOutcome = z.infer<typeof DecisionOutcome>;

/** Selects the waiting apps of one decision. */
export const DecisionFilter = z.omit(PendingFilters, { sort: true });
export type DecisionFilter = z.infer<typeof DecisionFilter>;

/**
 * Approves or rejects many apps in one transaction: the apps of `ids`, in that order, or the waiting apps that match
 * `filter`, oldest first. Each app gets its own outcome. `seen` has the `updatedAt` of each app as the moderator saw it. An
 * app without it is decided on in its current state. Mails are sent after the undo period.
 */
export const decideApps = route({
  method: 'POST',
  path: '/api/admin/apps/decisions',
  summary: 'Approve or reject many apps',
  access: 'admin',
  body: z
    .object({
      ids: z.optional(
        z.array(Id).check(
          z.minLength(1),
          z.maxLength(DECISIONS_MAX),
          z.refine((ids) => new Set(ids).size === ids.length, 'Each app once'),
        ),
      ),
      filter: z.optional(DecisionFilter),
      decision: Decision,
      reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
      seen: z.optional(
        z
          .record(Id, Moment)
          .check(
            z.refine(
              (seen) => Object.keys(seen).length <= DECISIONS_MAX,
              `At most ${DECISIONS_MAX} apps at once`,
            ),
          ),
      ),
    })
    .check(
      z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        path: ['ids'],
        error: 'Send either ids or a filter',
      }),
    ),
  bodyMaxBytes: 384 * 1024,
  response: z.object({
    /** Id for `undoDecisions`; null if nothing was decided. */
    batchId: z.nullable(Id),
    outcomes: z.array(z.object({ id: Id, outcome: DecisionOutcome, decided: z.nullable(Decided) })),
    /** Number of matching apps beyond the limit, which still wait. */
    left: Count,
  }),
});

/** Undoes one's own decisions for ten seconds. An app that has changed since stays as it is. */
export const undoDecisions = route({
  method: 'POST',
  path: '/api/admin/apps/decisions/:id/undo',
  summary: 'Undo decisions',
  access: 'admin',
  params: IdParams,
  /** `updatedAt` is the new one of all restored apps. */
  response: z.object({ undone: z.array(Id), kept: z.array(Id), updatedAt: Moment }),
  errors: ['decision_not_found', 'undo_over'],
});
