import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { adminApps } from '@zapdeck/contract/apps/apps';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import type { AlgorithmParams, FormulaWeights } from '@zapdeck/contract/instance/settings';
import { call } from '../../../lib/call.ts';
import { AlgorithmFlow } from './algorithm-flow.tsx';
import { warningsOf } from './warnings-of.ts';
import './deep-dive.css';
import { formatScore, formatSetting } from '../../../lib/numbers.ts';
import { instance } from '../../../lib/instance.ts';

interface Props {
  /** Weights that the current scores follow. */
  inForce: FormulaWeights;
  params: AlgorithmParams;
}

/** Calculates the score of the best app as an example. */
function Example({ inForce }: { inForce: FormulaWeights }) {
  const { data } = useQuery({
    queryKey: ['admin', 'best-app'],
    queryFn: ({ signal }) => call(adminApps, { query: { limit: 1 } }, { signal }),
  });
  const app = data?.[0];
  if (!app) return null;
  const { title, upvotes, downvotes, views, timeSpent } = app;
  const { upvoteWeight, downvoteWeight, viewWeight, timeWeight } = inForce;
  return (
    <p className="text-sm text-muted">
      <span>
        <Trans>
          <span dir="auto" className="font-semibold text-ink">
            {title}
          </span>
          , currently first:
        </Trans>
      </span>{' '}
      <span className="tabular">
        <span>{`${formatSetting(upvotes)} × ${formatSetting(upvoteWeight)} − `}</span>
        <span>{`${formatSetting(downvotes)} × ${formatSetting(downvoteWeight)} + `}</span>
        <span>{`${formatSetting(views)} × ${formatSetting(viewWeight)} + `}</span>
        <span>{`${formatSetting(timeSpent)} × ${formatSetting(timeWeight)} = `}</span>
        <span>{formatScore(rankingScore(app, inForce))}</span>
      </span>
    </p>
  );
}

/** Explains how the feed is ordered, with the stored numbers. */
export function DeepDive({ inForce, params }: Props) {
  const { upvoteWeight, downvoteWeight, viewWeight, timeWeight } = inForce;
  const terms = [
    ['', t`Upvotes`, upvoteWeight],
    ['−', t`Downvotes`, downvoteWeight],
    ['+', t`Views`, viewWeight],
    ['+', t`Time`, timeWeight],
  ] as const;
  const warnings = warningsOf(params);
  return (
    <section aria-labelledby="deep-heading" className="card dash-config">
      <h2 id="deep-heading" className="display text-heading">{t`Deep Dive`}</h2>
      <p className="text-muted">{t`Each app gets a score. Then ${{ name: instance.name }} chooses the apps of a page. Unsaved numbers are not included.`}</p>
      <h3 className="font-semibold">{t`The score`}</h3>
      <p className="dash-formula tabular">
        <span>{t`Score =`}</span>
        {terms.map(([sign, name, value], place) => (
          <span key={place}>
            <span>{`${sign} ${name} × `}</span>
            <strong>{formatSetting(value)}</strong>
          </span>
        ))}
      </p>
      <p className="text-sm text-muted">{t`Time is in milliseconds. Votes and views change a score right away. New weights apply to all apps when you recalculate.`}</p>
      <Example inForce={inForce} />
      <h3 className="font-semibold">{t`The page`}</h3>
      <AlgorithmFlow params={params} />
      {warnings.length > 0 ? (
        <ul className="dash-note" data-tone="amber">
          {warnings.map((text) => (
            <li key={text} className="text-amber-ink">
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
