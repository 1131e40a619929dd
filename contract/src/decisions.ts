import * as z from 'zod/mini';
import { AppStatus, REVIEW_REASON_MAX } from './apps.ts';
import { AuditPerson } from './audit-log.ts';
import { prose } from './lines.ts';
import { PendingFilters } from './pending-apps.ts';
import { Count, Id, IdParams, Moment } from './primitives.ts';
import { route } from './route.ts';

export const DECISIONS_MAX = 500;
/** One decision by filter takes at most this many apps, the oldest first. */
export const FILTERED_DECISIONS_MAX = 10_000;
/** For so long a decision can be undone, and nobody is told of it. */
export const UNDO_MS = 10_000;

export const Decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof Decision>;

/** Why nobody decides on an app: its maker has taken it back, or is suspended and would get it approved. */
export const Undecidable = z.enum(['withdrawn', 'maker_suspended']);
export type Undecidable = z.infer<typeof Undecidable>;

/** What somebody else made of an app meanwhile; `by` is null where nobody with a name did. */
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

/** Waiting apps that one decision takes. */
export const DecisionFilter = z.omit(PendingFilters, { sort: true });
export type DecisionFilter = z.infer<typeof DecisionFilter>;

/**
 * Approves or rejects many apps in one transaction, each with its own outcome: those of `ids`, in that order, or the waiting
 * apps that match `filter`, oldest first. `seen` is the `updatedAt` that the moderator saw of an app; one without it is
 * decided on as it is. The mails go out when the time to undo is over.
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
    /** What undoes all of them; null when nothing was decided. */
    batchId: z.nullable(Id),
    outcomes: z.array(z.object({ id: Id, outcome: DecisionOutcome, decided: z.nullable(Decided) })),
    /** Number of apps that matched the filter beyond the limit and still wait. */
    left: Count,
  }),
});

/** One's own decisions back to what was before, for ten seconds; an app that somebody changed since stays as it is. */
export const undoDecisions = route({
  method: 'POST',
  path: '/api/admin/apps/decisions/:id/undo',
  summary: 'Undo decisions',
  access: 'admin',
  params: IdParams,
  /** `updatedAt` is that of all that were put back. */
  response: z.object({ undone: z.array(Id), kept: z.array(Id), updatedAt: Moment }),
  errors: ['decision_not_found', 'undo_over'],
});
