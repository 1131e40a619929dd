import { plural, t } from '@lingui/core/macro';
import type { Account } from './use-account.ts';

/** Returns what deleting an account removes, one line per kind. Leaves out kinds without items. */
export function losses({ approvedApps, otherApps, votes, reports }: Account['belongings']): string[] {
  return [
    t`Your profile, your history and your sessions are deleted.`,
    ...(votes > 0 ? [plural(votes, { one: '# vote is removed.', other: '# votes are removed.' })] : []),
    ...(reports > 0
      ? [plural(reports, { one: '# report is deleted.', other: '# reports are deleted.' })]
      : []),
    ...(otherApps > 0
      ? [
          plural(otherApps, {
            one: '# other submission is deleted.',
            other: '# other submissions are deleted.',
          }),
        ]
      : []),
    ...(approvedApps > 0
      ? [
          plural(approvedApps, {
            one: '# approved app stays in the deck, without your name.',
            other: '# approved apps stay in the deck, without your name.',
          }),
        ]
      : []),
  ];
}
