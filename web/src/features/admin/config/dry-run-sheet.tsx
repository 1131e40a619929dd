import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RankChange, RANKING_COMPARED, rankingPreview } from '@zapdeck/contract/previews';
import type { FormulaWeights } from '@zapdeck/contract/settings';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, formatCounted, formatScore } from '../../../lib/numbers.ts';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import './config-sheets.css';

interface Props {
  open: boolean;
  onClose: () => void;
  weights: FormulaWeights;
}

function Move({ change }: { change: RankChange }) {
  const by = change.rankBefore - change.rankAfter;
  if (by === 0) return <span className="text-muted">{t`stays`}</span>;
  return (
    <span className={by > 0 ? 'text-up-ink' : 'text-down-ink'}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span>
      <span className="sr-only">{by > 0 ? 'up ' : 'down '}</span>
      <span>{formatCount(Math.abs(by))}</span>
    </span>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly RankChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ol className="dash-ranks">
        {changes.map((change) => (
          <li key={change.appId}>
            <span className="dash-rank tabular">{formatCount(change.rankAfter)}</span>
            <span className="min-w-0 grow">
              <span dir="auto" className="block truncate font-semibold">
                {change.title}
              </span>
              <span className="tabular block text-sm text-muted">
                {`score ${formatScore(change.scoreBefore)} → ${formatScore(change.scoreAfter)}`}
              </span>
            </span>
            <span className="tabular min-w-14 shrink-0 text-right text-sm font-semibold">
              <Move change={change} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Which apps would rise and fall under the weights of the form; nothing is saved. */
export function DryRunSheet({ open, onClose, weights }: Props) {
  const query = useQuery({
    queryKey: ['admin', rankingPreview.path, weights],
    queryFn: ({ signal }) => call(rankingPreview, { query: { ...weights } }, { signal }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Dry run`}>
      <QueryView query={query} what={t`the dry run`} skeleton={<ListSkeleton />}>
        {({ apps, moved, top, rising, falling }) => (
          // Focusable, because nothing else in it is and its sheet scrolls.
          <div className="grid gap-6" role="region" aria-label={t`What would change`} tabIndex={0}>
            <p>
              {moved === 0
                ? t`Under these weights all of the ${formatCounted(apps, 'approved app')} would keep their places.`
                : t`Under these weights ${formatCount(moved)} of ${formatCounted(apps, 'approved app')} would change places. Nothing has been saved.`}
            </p>
            <Changes title={t`Rising most (of the top ${RANKING_COMPARED})`} changes={rising} />
            <Changes title={t`Falling most (of the top ${RANKING_COMPARED})`} changes={falling} />
            <Changes title={t`The new top`} changes={top} />
          </div>
        )}
      </QueryView>
    </Sheet>
  );
}
