import { t } from '@lingui/core/macro';
import { SIGNUPS_PER_HOUR } from '@zapdeck/contract/signup-work';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { useAdminStats } from './use-admin-stats.ts';

/** Says that a network has used up its sign-ups in the last week. */
export function SignupNote() {
  const { data: stats } = useAdminStats();
  if (!stats || stats.signupsUsedUpAt === null) return null;
  return (
    <div className="dash-note dash-note-action" data-tone="amber">
      <div>
        <p>
          <strong className="font-semibold">
            {t`Last week, one network made ${{ limit: SIGNUPS_PER_HOUR }} sign-ups within an hour.`}
          </strong>{' '}
          <span>{t`Further ones from there had to wait. If your server is behind a proxy, check ${{ name: 'TRUSTED_PROXIES' }}. Otherwise, look at the newest accounts.`}</span>
        </p>
        <p className="mt-1 text-sm text-muted">
          <TimeAgo moment={stats.signupsUsedUpAt} />
        </p>
      </div>
      <Link href="/admin/users" className="dash-link">{t`Newest accounts`}</Link>
    </div>
  );
}
