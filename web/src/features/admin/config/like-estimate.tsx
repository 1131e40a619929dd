import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  ESTIMATE_DAYS,
  ESTIMATE_LIKES_MIN,
  ESTIMATE_PEOPLE_MIN,
  type LikeEstimate,
  likeEstimate,
} from '@zapdeck/contract/previews';
import type { CallInput, ResponseOf } from '@zapdeck/contract/route';
import { type CSSProperties, useId } from 'react';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { formatPercent } from '../../../lib/percent.ts';
import { changeInWords, headlineOf, isSame, scaleOf } from './like-change.ts';
import './like-estimate.css';

type Estimated = ResponseOf<typeof likeEstimate>;

function Interval({ estimate }: { estimate: LikeEstimate }) {
  const { low, ratio, high } = estimate;
  const { edge, placeOf } = scaleOf(estimate);
  const bounds = { '--from': placeOf(low), '--to': placeOf(high), '--at': placeOf(ratio) };
  return (
    <div className="dash-interval" aria-hidden="true" style={bounds as CSSProperties}>
      <div className="dash-interval-track">
        <span className="dash-interval-range" />
        <span className="dash-interval-dot" />
      </div>
      <div className="dash-interval-scale tabular">
        <span>{`−${formatPercent(edge)}`}</span>
        <span>{t({ message: 'now', comment: 'The present likes, at 0 % of a scale' })}</span>
        <span>{`+${formatPercent(edge)}`}</span>
      </div>
    </div>
  );
}

/** The interval in words and as a picture. */
function Range({ estimate }: { estimate: LikeEstimate }) {
  const [low, high] = [changeInWords(estimate.low), changeInWords(estimate.high)];
  return (
    <>
      <p className="tabular">{t`Likely between ${low} and ${high} (${{ confidence: formatPercent(0.95) }} interval).`}</p>
      <Interval estimate={estimate} />
    </>
  );
}

function Found({ estimate, people, visits }: { estimate: LikeEstimate } & Omit<Estimated, 'estimate'>) {
  const [before, after] = [formatScore(100 * estimate.before), formatScore(100 * estimate.after)];
  return (
    <>
      <p className="display text-heading tabular">{headlineOf(estimate)}</p>
      {isSame(estimate) ? (
        <p>{t`In all visits, the same cards would have been shown.`}</p>
      ) : (
        <Range estimate={estimate} />
      )}
      <p className="tabular">{t`Likes per 100 cards: ${before} now, ${after} with these settings.`}</p>
      <p className="text-sm text-muted">
        {t`Estimated from ${plural(visits, { one: '# visit', other: '# visits' })} of ${plural(people, { one: '# member', other: '# members' })} to the deck Best in the last ${ESTIMATE_DAYS} days. It counts how often people like the apps that these settings would have shown, and assumes that people would have looked at as many cards.`}
      </p>
    </>
  );
}

function TooLittle({ people, likes }: Estimated) {
  return (
    <p className="text-muted">
      {t`There is too little data to estimate likes. It takes ${{ members: formatCount(ESTIMATE_PEOPLE_MIN) }} members and ${{ minLikes: formatCount(ESTIMATE_LIKES_MIN) }} likes in the deck Best within ${ESTIMATE_DAYS} days. So far, there are ${plural(people, { one: '# member', other: '# members' })} and ${plural(likes, { one: '# like', other: '# likes' })}.`}
    </p>
  );
}

const Skeleton = () => (
  <div aria-hidden="true" className="grid gap-3">
    <div className="skeleton h-7 w-3/5" />
    <div className="skeleton h-4 w-4/5" />
    <div className="skeleton h-10 w-full" />
  </div>
);

interface Props {
  /** Settings of the form. Undefined if they are in force. */
  settings: CallInput<typeof likeEstimate>['query'] | undefined;
  isBest: boolean;
}

/** Estimates how the likes in the deck `best` would change under the settings of the form. */
export function LikeEstimatePart({ settings, isBest }: Props) {
  const id = useId();
  const query = useQuery({
    queryKey: ['admin', likeEstimate.path, settings],
    queryFn: ({ signal }) => call(likeEstimate, { query: settings ?? {} }, { signal }),
    enabled: settings !== undefined && isBest,
  });
  return (
    <section aria-labelledby={id} className="card grid gap-3 p-5">
      <h3 id={id} className="font-semibold">{t`Estimated likes`}</h3>
      {isBest ? null : <p className="text-muted">{t`Likes are estimated for the deck Best only.`}</p>}
      {isBest && settings === undefined ? (
        <p className="text-muted">{t`These settings are in force. Change one in the form to see how the likes would change.`}</p>
      ) : null}
      {isBest && settings !== undefined ? (
        <QueryView query={query} failure={t`Couldn’t load the estimate`} skeleton={<Skeleton />}>
          {(found) =>
            found.estimate ? <Found {...found} estimate={found.estimate} /> : <TooLittle {...found} />
          }
        </QueryView>
      ) : null}
    </section>
  );
}
