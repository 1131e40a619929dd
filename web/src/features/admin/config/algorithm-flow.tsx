import { t } from '@lingui/core/macro';
import { type AlgorithmParams, freshPlacesOf, poolSize } from '@zapdeck/contract/settings';
import './algorithm-flow.css';

type Kind = 'fresh' | 'recycled' | 'ranked';

interface Step {
  title: string;
  text: string;
  kind?: Kind;
}

function stepsOf(params: AlgorithmParams): Step[] {
  const { algorithmType, appsPerPage, categoryDiversityEnabled, recycledContentThreshold } = params;
  const catalogue = { title: t`Approved apps`, text: 'the whole catalogue' };
  if (algorithmType === 'simple') {
    return [catalogue, { title: t`The best ${appsPerPage}`, text: 'by score alone', kind: 'ranked' }];
  }
  if (algorithmType === 'semi_simple') {
    return [
      catalogue,
      { title: t`Not seen yet`, text: 'most upvotes first', kind: 'fresh' },
      { title: t`Then seen ones`, text: 'most upvotes first', kind: 'recycled' },
    ];
  }
  const fresh = freshPlacesOf(params);
  return [
    catalogue,
    { title: t`Pool of ${poolSize(params)}`, text: 'the best by score that the person has not seen' },
    {
      title: categoryDiversityEnabled ? t`One of each category in turn` : t`In the order of scores`,
      text: `category diversity is ${categoryDiversityEnabled ? 'on' : 'off'}`,
    },
    { title: t`${fresh} fresh`, text: t`${params.freshContentPriority} % of ${appsPerPage}`, kind: 'fresh' },
    {
      title: t`${appsPerPage - fresh} recycled`,
      text: `least recently viewed; only for who has seen ${recycledContentThreshold} % of the catalogue, else fresh ones`,
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

/** The way from the catalogue to a page, drawn with the numbers of the parameters. */
export function AlgorithmFlow({ params }: { params: AlgorithmParams }) {
  return (
    <ol className="dash-steps">
      {stepsOf(params).map(({ title, text, kind }) => (
        <li key={title} data-kind={kind}>
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
      <li data-kind="page">
        <strong>{t`Page of ${params.appsPerPage}`}</strong>
        <span aria-hidden="true" className="dash-places">
          {kindsOf(params).map((kind, place) => (
            // The places have no identity but their number.
            <i key={place} data-kind={kind} />
          ))}
        </span>
      </li>
    </ol>
  );
}
