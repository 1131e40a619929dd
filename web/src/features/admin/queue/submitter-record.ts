import { plural, t } from '@lingui/core/macro';
import type { AppStatus } from '@zapdeck/contract/apps/apps';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { listInWords } from '../../../lib/localized.ts';

/** Returns the number of decisions on other apps of the submitter, in words. */
export function submitterRecord(
  { submitterRecord: record }: Pick<PendingApp, 'submitterRecord'>,
  status: AppStatus = 'pending',
): string {
  if (!record) return t`Account deleted`;
  const of = (one: AppStatus) => record[one] - (one === status ? 1 : 0);
  const [approved, rejected, pending] = [of('approved'), of('rejected'), of('pending')];
  const counts = [
    approved > 0 && plural(approved, { other: '# approved' }),
    rejected > 0 && plural(rejected, { other: '# rejected' }),
    pending > 0 && plural(pending, { other: '# more pending' }),
  ];
  return listInWords(counts.filter((count) => count !== false)) || t`First submission`;
}
