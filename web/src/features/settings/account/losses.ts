import type { Account } from './use-account.ts';

function some(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What deleting an account touches, line by line; what there is none of is left out. */
export function losses({ approvedApps, otherApps, votes, reports }: Account['belongings']): string[] {
  return [
    'Your profile, your history and your sessions are deleted.',
    ...(votes > 0 ? [`${some(votes, 'vote is', 'votes are')} taken back.`] : []),
    ...(reports > 0 ? [`${some(reports, 'report is', 'reports are')} deleted.`] : []),
    ...(otherApps > 0
      ? [
          `${some(otherApps, 'submission', 'submissions')} not in the deck ${otherApps === 1 ? 'is' : 'are'} deleted.`,
        ]
      : []),
    ...(approvedApps > 0
      ? [`${some(approvedApps, 'approved app stays', 'approved apps stay')} in the deck, without your name.`]
      : []),
  ];
}
