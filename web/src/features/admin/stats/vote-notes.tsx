import { t } from '@lingui/core/macro';
import { TRUSTED_LIKES } from '@zapdeck/contract/stats';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminStats } from './use-admin-stats.ts';

/** Says which votes count in decks, if it is not the trusted ones by their weights. */
export function VoteNotes() {
  const { data: stats } = useAdminStats();
  if (!stats || (stats.trustedLikes >= TRUSTED_LIKES.min && stats.crowdedDays === 0)) return null;
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
              {t`Last week, most votes of at least one day came from one network.`}
            </strong>{' '}
            <span>{t`On such a day, all votes count the same. If your server is behind a proxy, check ${{ name: 'TRUSTED_PROXIES' }}.`}</span>
          </p>
        </div>
      ) : null}
    </div>
  );
}
