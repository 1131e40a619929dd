import * as z from 'zod/mini';
import { Id, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

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
  'app.version_sent',
  'app.version_cancelled',
  'app.deleted',
  'apps.uploaded',
  'apps.decided',
  'user.edited',
  'user.promoted',
  'user.demoted',
  'user.role_claimed',
  'user.claim_lost',
  'user.role_kept',
  'user.password_reset',
  'user.factors_reset',
  'user.unlinked',
  'user.suspended',
  'user.lifted',
  'user.sessions_ended',
  'user.deleted',
  'user.approved',
  'user.refused',
  'user.decision_undone',
  'users.unapproved_deleted',
  'votes.taken_back',
  'votes.put_back',
  'vote_group.dismissed',
  'vote_group.reopened',
  'host.saved',
  'host.removed',
  'app.reports_closed',
  'report.reviewed',
  'list.downloaded',
  'weights.saved',
  'algorithm.saved',
  'advertisement.saved',
  'moderation.saved',
  'instance.saved',
  'instance.legal',
  'instance.logo',
  'instance.claim_roles',
  'instance.factor',
  'invitation.created',
  'invitation.revoked',
  'token.created',
  'token.revoked',
  'today.set',
  'canned_reason.added',
  'canned_reason.edited',
  'canned_reason.deleted',
  'rankings.recalculated',
  'time_stats.recalculated',
  'interactions.cleaned_up',
  'stats.reset',
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const moderatorActions = AuditAction.options.filter((action) => /^(apps?|host|report)\./.test(action));

export const automaticActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'app.held',
  'app.verified',
  'app.verification_lost',
  'app.page_changed',
  'users.unapproved_deleted',
]);

/** The platform provider is the actor: a sign-in has changed a role, or would have. */
export const providerActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'user.role_claimed',
  'user.claim_lost',
  'user.role_kept',
]);

const AuditValues = z.nullable(z.record(z.string(), z.json()));

export const AuditPerson = z.object({
  id: Id,
  firstName: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type AuditPerson = z.infer<typeof AuditPerson>;

/** `actor` is null for Zapdeck (`automaticActions`), the provider (`providerActions`) and the command line. */
export const AuditEntry = z.object({
  id: Id,
  actor: z.nullable(AuditPerson),
  action: AuditAction,
  targetId: z.nullable(Id),
  targetName: z.nullable(z.string()),
  before: AuditValues,
  after: AuditValues,
  createdAt: Moment,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Moderators get only `moderatorActions`. */
export const auditLog = route({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'List the actions in the audit log, newest first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: z.extend(PageQuery, {
    actor: z.optional(Id),
    action: z.optional(AuditAction),
    target: z.optional(Id),
    from: z.optional(Moment),
    to: z.optional(Moment),
  }),
  response: z.array(AuditEntry),
});

export const auditPeople = route({
  method: 'GET',
  path: '/api/admin/audit-log/people',
  summary: 'List the actors in the audit log by name',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  response: z.array(AuditPerson),
});
