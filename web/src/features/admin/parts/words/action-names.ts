import { AuditAction } from '@zapdeck/contract/audit-log';

/** What each action is called; a new one does not compile without a name. */
export const actionNames: Readonly<Record<AuditAction, string>> = {
  'app.edited': 'App edited',
  'app.reviewed': 'App reviewed',
  'app.review_undone': 'Review undone',
  'app.held': 'App held back',
  'app.reports_closed': 'Reports closed',
  'app.picture': 'App picture changed',
  'app.verified': 'Maker verified',
  'app.verification_lost': 'Verification lost',
  'app.changed': 'App changed by its maker',
  'app.page_changed': 'App page found changed',
  'app.changes_accepted': 'Changes accepted',
  'app.changes_refused': 'Changes refused',
  'app.resubmitted': 'App sent in again',
  'app.withdrawn': 'App withdrawn',
  'app.deleted': 'App deleted',
  'apps.uploaded': 'Apps uploaded',
  'apps.decided': 'Apps decided by filter',
  'user.edited': 'User edited',
  'user.promoted': 'Admin granted',
  'user.demoted': 'Admin revoked',
  'user.password_reset': 'Password reset',
  'user.suspended': 'User suspended',
  'user.lifted': 'Suspension lifted',
  'user.sessions_ended': 'Sessions ended',
  'user.deleted': 'User deleted',
  'host.saved': 'Host rule saved',
  'host.removed': 'Host rule removed',
  'report.reviewed': 'Report reviewed',
  'list.downloaded': 'List downloaded',
  'weights.saved': 'Weights saved',
  'algorithm.saved': 'Algorithm saved',
  'advertisement.saved': 'Advertisement saved',
  'moderation.saved': 'Moderation saved',
  'today.set': 'App of the day set',
  'canned_reason.added': 'Reason added',
  'canned_reason.edited': 'Reason edited',
  'canned_reason.deleted': 'Reason deleted',
  'rankings.recalculated': 'Rankings recalculated',
  'time_stats.recalculated': 'Time stats recalculated',
  'interactions.cleaned_up': 'Interactions cleaned up',
  'stats.reset': 'Statistics reset',
};

/** The action that the text names, if it is one. */
export function actionOf(text: string): AuditAction | undefined {
  return AuditAction.options.find((action) => action === text);
}
