import { rankingScore } from '@zapdeck/contract/ranking';
import type { FormulaWeights } from '@zapdeck/contract/settings';
import { formatCount, formatScore, formatSetting } from '../../lib/numbers.ts';
import './plain-table.css';

interface Props {
  app: Parameters<typeof rankingScore>[0];
  weights: FormulaWeights;
}

/** Shows what each number of an app adds to its score. */
export function ScoreTerms({ app, weights }: Props) {
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
