import { t } from '@lingui/core/macro';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import type { FormulaWeights } from '@zapdeck/contract/instance/settings';
import { formatCount, formatScore, formatSetting } from '../../lib/numbers.ts';
import { PlainTable } from './plain-table.tsx';

interface Props {
  app: Parameters<typeof rankingScore>[0];
  weights: FormulaWeights;
  votes?: readonly [up: string, down: string];
}

/** Table of the terms of an app's score. */
export function ScoreTerms({ app, weights, votes: [up, down] = [t`Upvotes`, t`Downvotes`] }: Props) {
  const terms = [
    [up, app.upvotes, weights.upvoteWeight],
    [down, app.downvotes, -weights.downvoteWeight],
    [t`Views`, app.views, weights.viewWeight],
    [t`Time, in ms`, app.timeSpent, weights.timeWeight],
  ] as const;
  const columns = [
    t`Part`,
    t`Number`,
    t`Weight`,
    t({ message: 'Points', comment: 'Column: what it adds to the score' }),
  ];
  return (
    <PlainTable label={t`Parts of the score`} columns={columns} isNumeric>
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
          <th scope="row" colSpan={3}>{t`Score`}</th>
          <td>{formatScore(rankingScore(app, weights))}</td>
        </tr>
      </tfoot>
    </PlainTable>
  );
}
