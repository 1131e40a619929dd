import { plural, t } from '@lingui/core/macro';
import { type AlgorithmParams, freshPlacesOf, poolSize } from '@zapdeck/contract/instance/settings';
import { formatPercent } from '../../../lib/numbers.ts';
import './algorithm-flow.css';

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
export function AlgorithmFlow({ params }: { params: AlgorithmParams }) {
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
