import { plural, t } from '@lingui/core/macro';
import { DECISIONS_MAX } from '@zapdeck/contract/moderation/decisions';
import { WorkBar } from '../parts/work-bar.tsx';
import type { Progress } from './send-part.ts';

/** Progress of a decision on everything or of its undo. A decision of one part has no share. */
export function ProgressOfParts({ work, done, total }: Progress) {
  const isLong = total > DECISIONS_MAX;
  const label =
    work === 'deciding'
      ? plural(total, { one: 'Deciding on # app', other: 'Deciding on # apps' })
      : plural(total, { one: 'Undoing the decision on # app', other: 'Undoing the decision on # apps' });
  return (
    <div className="mb-4">
      <WorkBar label={label} share={isLong ? done / total : undefined} />
      {isLong ? <p className="mt-2 text-sm text-muted">{t`Keep this page open until it is done.`}</p> : null}
    </div>
  );
}
