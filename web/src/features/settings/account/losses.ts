import { t } from '@lingui/core/macro';
import { formatCounted } from '../../../lib/numbers.ts';
import type { Account } from './use-account.ts';

/** What deleting an account touches, line by line; what there is none of is left out. */
export function losses({ approvedApps, otherApps, votes, reports }: Account['belongings']): string[] {
  return [
    t`Your profile, your history and your sessions are deleted.`,
    ...(votes > 0 ? [t`${formatCounted(votes, 'vote is', 'votes are')} taken back.`] : []),
    ...(reports > 0 ? [t`${formatCounted(reports, 'report is', 'reports are')} deleted.`] : []),
    ...(otherApps > 0
      ? [
          t`${formatCounted(otherApps, 'submission')} not in the deck ${otherApps === 1 ? 'is' : 'are'} deleted.`,
        ]
      : []),
    ...(approvedApps > 0
      ? [
          t`${formatCounted(approvedApps, 'approved app stays', 'approved apps stay')} in the deck, without your name.`,
        ]
      : []),
  ];
}
