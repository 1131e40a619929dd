import { plural, t } from '@lingui/core/macro';
import {
  type AlgorithmParams,
  type FormulaWeights,
  freshPlacesOf,
  poolSize,
} from '@zapdeck/contract/instance/settings';
import { formatPercent, formatScore, formatSetting } from '../../../lib/numbers.ts';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { adminApps } from '@zapdeck/contract/apps/apps';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { call } from '../../../lib/call.ts';
import { warningsOf } from './parameter-warnings.tsx';
import { instance } from '../../../lib/instance.ts';
import './algorithm-flow.css';
import './deep-dive.css';

type Kind = 'fresh' | 'recycled' | 'ranked';

interface Step {
  title: string;
  text: string;
  kind?: Kind;
}

function stepsOf(params: AlgorithmParams): Step[] {
  const { algorithmType, appsPerPage, categoryDiversityEnabled, recycledContentThreshold } = params;
  const catalogue = { title: t`Approved apps`, text: t`the whole catalogue` };
  if (algorithmType === 'simple') {
    const title = plural(appsPerPage, { other: 'The best #' });
    return [catalogue, { title, text: t`by score alone`, kind: 'ranked' }];
  }
  if (algorithmType === 'semi_simple') {
    return [
      catalogue,
      { title: t`Not seen yet`, text: t`most upvotes first`, kind: 'fresh' },
      { title: t`Then seen ones`, text: t`most upvotes first`, kind: 'recycled' },
    ];
  }
  const fresh = freshPlacesOf(params);
  const recycled = appsPerPage - fresh;
  const size = poolSize(params);
  const percent = formatPercent(params.freshContentPriority / 100);
  const threshold = formatPercent(recycledContentThreshold / 100);
  return [
    catalogue,
    { title: t`Pool of ${size}`, text: t`the best by score that the user has not seen` },
    categoryDiversityEnabled
      ? { title: t`One of each category in turn`, text: t`category diversity is on` }
      : { title: t`In the order of scores`, text: t`category diversity is off` },
    {
      title: plural(fresh, { other: '# fresh' }),
      text: t`${percent} of ${appsPerPage}`,
      kind: 'fresh',
    },
    {
      title: plural(recycled, { other: '# recycled' }),
      text: t`least recently viewed; fresh ones until the user has seen ${threshold} of the catalogue`,
      kind: 'recycled',
    },
  ];
}

function kindsOf(params: AlgorithmParams): Kind[] {
  const { algorithmType, appsPerPage } = params;
  if (algorithmType === 'simple') return Array.from({ length: appsPerPage }, () => 'ranked');
  const fresh = algorithmType === 'normal' ? freshPlacesOf(params) : appsPerPage;
  return Array.from({ length: appsPerPage }, (_, place) => (place < fresh ? 'fresh' : 'recycled'));
}

/** Diagram of the steps from the catalogue to a page, with the numbers of the parameters. */
function AlgorithmFlow({ params }: { params: AlgorithmParams }) {
  const { appsPerPage } = params;
  return (
    <ol className="dash-steps">
      {stepsOf(params).map(({ title, text, kind }, place) => (
        <li key={place} data-kind={kind}>
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
      <li data-kind="page">
        <strong>{t`Page of ${appsPerPage}`}</strong>
        <span aria-hidden="true" className="dash-places">
          {kindsOf(params).map((kind, place) => (
            // Places have no identity except their number.
            <i key={place} data-kind={kind} />
          ))}
        </span>
      </li>
    </ol>
  );
}

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
