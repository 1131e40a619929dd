import { t } from '@lingui/core/macro';
import { useAdminStats } from './use-admin-stats.ts';

/** Says that old data has not been deleted for a day. The names are those of the log and of the metric. */
export function PurgeNote() {
  const { data: stats } = useAdminStats();
  if (!stats || stats.failingPurges.length === 0) return null;
  return (
    <div className="dash-note" data-tone="amber">
      <p>
        <strong className="font-semibold">{t`Old data has not been deleted for a day.`}</strong>{' '}
        <span>{t`This failed for: ${{ names: stats.failingPurges.join(', ') }}. The log of the server says why.`}</span>
      </p>
    </div>
  );
}
