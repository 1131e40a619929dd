import { t } from '@lingui/core/macro';
import { type AdminStats, TRUSTED_LIKES } from '@zapdeck/contract/stats';
import { formatCount } from '../../../lib/numbers.ts';

/** Says which votes count in decks, if it is not the trusted ones by their weights. */
export function VoteNotes({ stats }: { stats: AdminStats }) {
  const likes = formatCount(stats.trustedLikes);
  return (
    <>
      {stats.trustedLikes < TRUSTED_LIKES.min ? (
        <div className="dash-note mt-3">
          <p>
            <strong className="font-semibold">{t`Few votes yet.`}</strong>{' '}
            <span>{t`Trusted likes in the last ${{ days: TRUSTED_LIKES.days }} days: ${{ likes }}. From ${{ needed: TRUSTED_LIKES.min }} on, only these count in Trending, Today and For you. Until then, likes of all confirmed accounts do.`}</span>
          </p>
        </div>
      ) : null}
      {stats.crowdedDays > 0 ? (
        <div className="dash-note mt-3" data-tone="amber">
          <p>
            <strong className="font-semibold">
              {t`Last week, most votes of at least one day came from one network.`}
            </strong>{' '}
            <span>{t`All votes of such a day weigh the same. If your server is behind a proxy, check ${{ name: 'TRUSTED_PROXIES' }}.`}</span>
          </p>
        </div>
      ) : null}
    </>
  );
}
