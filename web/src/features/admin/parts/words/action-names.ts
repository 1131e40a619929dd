import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AuditAction } from '@zapdeck/contract/audit-log';

/** Names of all actions. The compiler requires one for a new action. */
export const actionNames: Readonly<Record<AuditAction, MessageDescriptor>> = {
  'app.edited': msg`App edited`,
  'app.reviewed': msg`App reviewed`,
  'app.review_undone': msg`Review undone`,
  'app.held': msg`App held back`,
  'app.reports_closed': msg`Reports closed`,
  'app.picture': msg`App picture changed`,
  'app.verified': msg`Maker verified`,
  'app.verification_lost': msg`Verification lost`,
  'app.changed': msg`App changed by its maker`,
  'app.page_changed': msg`App page changed`,
  'app.changes_accepted': msg({ message: 'Changes accepted', context: 'log' }),
  'app.changes_refused': msg({ message: 'Changes refused', context: 'log' }),
  'app.resubmitted': msg`App resubmitted`,
  'app.withdrawn': msg`App withdrawn`,
  'app.version_sent': msg({ message: 'New version sent', context: 'log' }),
  'app.version_cancelled': msg({ message: 'New version cancelled', context: 'log' }),
  'app.deleted': msg`App deleted`,
  'apps.uploaded': msg`Apps uploaded`,
  'apps.decided': msg`Apps decided by filter`,
  'user.edited': msg`User edited`,
  'user.promoted': msg`Admin granted`,
  'user.demoted': msg`Admin revoked`,
  'user.password_reset': msg`Password reset`,
  'user.suspended': msg`User suspended`,
  'user.lifted': msg`Suspension lifted`,
  'user.approved': msg`Account approved`,
  'user.refused': msg`Account refused`,
  'user.decision_undone': msg`Decision on an account undone`,
  'users.unapproved_deleted': msg`Accounts without approval deleted`,
  'user.sessions_ended': msg`Sessions ended`,
  'user.deleted': msg`User deleted`,
  'host.saved': msg`Host rule saved`,
  'host.removed': msg`Host rule removed`,
  'report.reviewed': msg`Report reviewed`,
  'list.downloaded': msg`List downloaded`,
  'weights.saved': msg`Weights saved`,
  'algorithm.saved': msg`Algorithm saved`,
  'advertisement.saved': msg`Advertisement saved`,
  'moderation.saved': msg`Moderation saved`,
  'instance.saved': msg`Instance saved`,
  'instance.logo': msg`Logo changed`,
  'invitation.created': msg`Invitation created`,
  'invitation.revoked': msg({ message: 'Invitation revoked', context: 'log' }),
  'today.set': msg({ message: 'App of the day set', context: 'log' }),
  'canned_reason.added': msg`Reason added`,
  'canned_reason.edited': msg`Reason edited`,
  'canned_reason.deleted': msg({ message: 'Reason deleted', context: 'log' }),
  'rankings.recalculated': msg`Rankings recalculated`,
  'time_stats.recalculated': msg`Time stats recalculated`,
  'interactions.cleaned_up': msg`Interactions cleaned up`,
  'stats.reset': msg`Statistics reset`,
};

/** Returns the action with this name, or undefined. */
export function actionOf(text: string): AuditAction | undefined {
  return AuditAction.options.find((action) => action === text);
}
