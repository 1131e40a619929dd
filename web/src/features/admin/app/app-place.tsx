import { plural, t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import type { RankPlace } from '@zapdeck/contract/apps/app-numbers';
import { adminFormulaWeights } from '@zapdeck/contract/instance/settings';
import { useQuery } from '@tanstack/react-query';
import { ScoreTerms } from '../../../components/ui/score-terms.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { say } from '../../../lib/say.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';

const formatPlace = ({ rank, of }: RankPlace) => ({ rank: formatCount(rank), total: formatCount(of) });

/** Explains the app's rank: the terms of its score and its views as a newcomer. */
export function AppPlace({ app }: { app: AdminAppPage }) {
  const { data } = useQuery({
    queryKey: ['admin', adminFormulaWeights.path],
    queryFn: ({ signal }) => call(adminFormulaWeights, {}, { signal }),
    // The weights are settings.
    enabled: useIsAdmin(),
  });
  const { place, firstViews } = app;
  if (!place) return null;
  const { rank, total } = formatPlace(place.all);
  const inCategory = formatPlace(place.category);
  return (
    <section aria-labelledby="place-heading" className="card dash-config">
      <h2 id="place-heading" className="display text-heading">
        {t`Rank ${rank} of ${total}`}
      </h2>
      <p>
        {t`By score. In ${{ category: say(app.category) }}: ${{ rank: inCategory.rank }} of ${{ total: inCategory.total }}.`}
      </p>
      {data ? <ScoreTerms app={app} weights={data.inForce} /> : null}
      {app.frameStatus === 'unreachable' ? (
        <p
          className="dash-note"
          data-tone="amber"
        >{t`This app is unreachable, so the feed shows it last, whatever its score.`}</p>
      ) : null}
      {firstViews ? (
        <p className="dash-note">
          {t`Newcomer: ${{ views: firstViews.views }} of ${plural({ limit: firstViews.wanted }, { one: '# first view', other: '# first views' })}. Until it has them all, it gets some of the places reserved for newcomers.`}
        </p>
      ) : null}
    </section>
  );
}
