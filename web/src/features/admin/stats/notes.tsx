import { t } from '@lingui/core/macro';
import { SIGNUPS_PER_HOUR } from '@zapdeck/contract/sign-in/signup-work';
import { type AdminStats, TRUSTED_LIKES } from '@zapdeck/contract/instance/stats';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminStats } from './stat-tiles.tsx';

/** Says which votes count in decks if there are too few trusted ones. */
function VoteNotes({ stats }: { stats: AdminStats }) {
  if (stats.trustedLikes >= TRUSTED_LIKES.min && stats.crowdedDays === 0) return null;
  const likes = formatCount(stats.trustedLikes);
  return (
    <div className="grid gap-3">
      {stats.trustedLikes < TRUSTED_LIKES.min ? (
        <div className="dash-note">
          <p>
            <strong className="font-semibold">{t`Not many votes yet.`}</strong>{' '}
            <span>{t`Trusted likes in the last ${{ days: TRUSTED_LIKES.days }} days: ${{ likes }}. Once there are ${{ needed: TRUSTED_LIKES.min }}, only these count in Trending, Today and For you. Until then, likes of all confirmed accounts count.`}</span>
          </p>
        </div>
      ) : null}
      {stats.crowdedDays > 0 ? (
        <div className="dash-note" data-tone="amber">
          <p>
            <strong className="font-semibold">
              {t`On at least one day last week, most votes came from a single network.`}
            </strong>{' '}
            <span>{t`On those days, all votes counted the same. If your server is behind a proxy, check ${{ name: 'TRUSTED_PROXIES' }}.`}</span>
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** Says that a network has used up its sign-ups in the last week. */
function SignupNote({ stats }: { stats: AdminStats }) {
  if (stats.signupsUsedUpAt === null) return null;
  return (
    <div className="dash-note dash-note-action" data-tone="amber">
      <div>
        <p>
          <strong className="font-semibold">
            {t`Last week, one network made ${{ limit: SIGNUPS_PER_HOUR }} sign-ups within an hour.`}
          </strong>{' '}
          <span>{t`More sign-ups from this network were delayed. If your server is behind a proxy, check ${{ name: 'TRUSTED_PROXIES' }}. Otherwise, look at the newest accounts.`}</span>
        </p>
        <p className="mt-1 text-sm text-muted">
          <TimeAgo moment={stats.signupsUsedUpAt} />
        </p>
      </div>
      <Link href="/admin/users" className="dash-link">{t`Newest accounts`}</Link>
    </div>
  );
}

/** Says that old data was not deleted for a day. Uses the names in the log and the metric. */
function PurgeNote({ stats }: { stats: AdminStats }) {
  if (stats.failingPurges.length === 0) return null;
  return (
    <div className="dash-note" data-tone="amber">
      <p>
        <strong className="font-semibold">{t`Old data has not been deleted for a day.`}</strong>{' '}
        <span>{t`This failed for: ${{ names: stats.failingPurges.join(', ') }}. The log of the server says why.`}</span>
      </p>
    </div>
  );
}

/** Notes for admins beside the numbers. */
export function StatsNotes() {
  const { data: stats } = useAdminStats();
  if (!stats) return null;
  return (
    <div className="grid grid-cols-1 gap-3 empty:hidden">
      <VoteNotes stats={stats} />
      <SignupNote stats={stats} />
      <PurgeNote stats={stats} />
    </div>
  );
}
