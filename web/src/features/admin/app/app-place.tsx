import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import type { Place } from '@zapdeck/contract/app-numbers';
import { NEWCOMER_VIEWS, rankingScore } from '@zapdeck/contract/ranking';
import { adminFormulaWeights, type FormulaWeights } from '@zapdeck/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { formatCount, formatScore, formatSetting } from '../../../lib/numbers.ts';
import '../parts/list/plain-table.css';

const placeInWords = ({ rank, of }: Place) => `${formatCount(rank)} of ${formatCount(of)}`;

/** The formula with the app's numbers: what each adds to the score. */
function Terms({ app, weights }: { app: AdminAppPage; weights: FormulaWeights }) {
  const terms = [
    ['Upvotes', app.upvotes, weights.upvoteWeight],
    ['Downvotes', app.downvotes, -weights.downvoteWeight],
    ['Views', app.views, weights.viewWeight],
    ['Time, in ms', app.timeSpent, weights.timeWeight],
  ] as const;
  return (
    <div className="dash-scroll" tabIndex={0} role="region" aria-label="How the score is made">
      <table className="dash-plain tabular">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Number</th>
            <th scope="col">Weight</th>
            <th scope="col">Adds</th>
          </tr>
        </thead>
        <tbody>
          {terms.map(([name, number, weight]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(number)}</td>
              <td>{formatSetting(weight)}</td>
              <td>{formatScore(number * weight)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Score
            </th>
            <td>{formatScore(rankingScore(app, weights))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Why the app stands where it does in the feed: its place, the terms of its score, its share as a newcomer. */
export function AppPlace({ app }: { app: AdminAppPage }) {
  const { data } = useQuery({
    queryKey: ['admin', adminFormulaWeights.path],
    queryFn: ({ signal }) => call(adminFormulaWeights, {}, { signal }),
  });
  const { place } = app;
  if (!place) return null;
  const isNewcomer = app.views < NEWCOMER_VIEWS;
  return (
    <section aria-labelledby="place-heading" className="card dash-config">
      <h2 id="place-heading" className="dash-heading">
        {`Place ${placeInWords(place.all)}`}
      </h2>
      <p>{`By score. In ${app.category}: ${placeInWords(place.category)}.`}</p>
      {data ? <Terms app={app} weights={data.inForce} /> : null}
      {app.frameStatus === 'unreachable' ? (
        <p className="dash-note" data-tone="amber">
          It is unreachable, so it is dealt after all others, whatever its score.
        </p>
      ) : null}
      {isNewcomer ? (
        <p className="dash-note">
          Newcomer: <span>{`${app.views} of ${NEWCOMER_VIEWS}`}</span> views. Until then it also gets a share
          of the places that are reserved for newcomers.
        </p>
      ) : null}
    </section>
  );
}
