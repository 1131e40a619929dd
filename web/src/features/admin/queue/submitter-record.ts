import { t } from '@lingui/core/macro';
import type { AppStatus } from '@zapdeck/contract/apps';
import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { formatCount } from '../../../lib/numbers.ts';

/** What became of everything that the submitter has handed in, this app aside. */
export function submitterRecord(
  { submitterRecord: record }: Pick<PendingApp, 'submitterRecord'>,
  status: AppStatus = 'pending',
): string {
  if (!record) return t`Account deleted`;
  const of = (one: AppStatus) => record[one] - (one === status ? 1 : 0);
  const others = [
    [of('approved'), 'approved'],
    [of('rejected'), 'rejected'],
    [of('pending'), 'more pending'],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return told.length > 0 ? told.join(', ') : t`First submission`;
}
