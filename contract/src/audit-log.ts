import * as z from 'zod/mini';
import { Id, Moment, PageQuery } from './primitives.ts';
import { route } from './route.ts';

/** Everything that is written down: what admins do and take away, and what happens to apps. */
export const AuditAction = z.enum([
  'app.edited',
  'app.reviewed',
  'app.review_undone',
  'app.held',
  'app.picture',
  'app.verified',
  'app.verification_lost',
  'app.changed',
  'app.page_changed',
  'app.changes_accepted',
  'app.changes_refused',
  'app.resubmitted',
  'app.withdrawn',
  'app.deleted',
  'apps.uploaded',
  'apps.decided',
  'user.edited',
  'user.promoted',
  'user.demoted',
  'user.password_reset',
  'user.suspended',
  'user.lifted',
  'user.sessions_ended',
  'user.deleted',
  'host.saved',
  'host.removed',
  'app.reports_closed',
  'report.reviewed',
  'list.downloaded',
  'weights.saved',
  'algorithm.saved',
  'advertisement.saved',
  'moderation.saved',
  'canned_reason.added',
  'canned_reason.edited',
  'canned_reason.deleted',
  'rankings.recalculated',
  'time_stats.recalculated',
  'interactions.cleaned_up',
  'stats.reset',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** What Zapdeck does by itself: of these, an entry without an actor is not the command line's. */
export const automaticActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'app.held',
  'app.verified',
  'app.verification_lost',
  'app.page_changed',
]);

const Values = z.nullable(z.record(z.string(), z.json()));

/** An admin as the log knows them; without name and email once the account is gone. */
export const AuditPerson = z.object({
  id: Id,
  firstName: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type AuditPerson = z.infer<typeof AuditPerson>;

/** One action: who did it (null: Zapdeck itself where `automaticActions` says so, else the command line), to what, and what it was before and after. */
export const AuditEntry = z.object({
  id: Id,
  actor: z.nullable(AuditPerson),
  action: AuditAction,
  /** The app, user or report; null where the action touches many. */
  targetId: z.nullable(Id),
  /** The app's title, the user's name or the title of the app that was reported, as it is now; null when it is gone. */
  targetName: z.nullable(z.string()),
  before: Values,
  after: Values,
  createdAt: Moment,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. `from` is included, `to` is not. */
export const auditLog = route({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'What admins have done',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, {
    actor: z.optional(Id),
    action: z.optional(AuditAction),
    /** The app, user or report that it was done to. */
    target: z.optional(Id),
    from: z.optional(Moment),
    to: z.optional(Moment),
  }),
  response: z.array(AuditEntry),
});

/** Everybody who has an action in the log, admin still or not, by name; those without one last. */
export const auditPeople = route({
  method: 'GET',
  path: '/api/admin/audit-log/people',
  summary: 'Who has done something',
  access: 'admin',
  replica: true,
  response: z.array(AuditPerson),
});
