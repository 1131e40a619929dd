import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RankChange, RANKING_COMPARED, rankingPreview } from '@zapdeck/contract/previews';
import type { FormulaWeights } from '@zapdeck/contract/settings';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
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
  const places = formatCount(Math.abs(by));
  return (
    <span className={by > 0 ? 'text-up-ink' : 'text-down-ink'}>
      <span aria-hidden="true">{`${by > 0 ? '▲' : '▼'}${places}`}</span>
      <span className="sr-only">{by > 0 ? t`up ${places}` : t`down ${places}`}</span>
    </span>
  );
}

function scoresInWords({ scoreBefore, scoreAfter }: RankChange): string {
  const [before, after] = [formatScore(scoreBefore), formatScore(scoreAfter)];
  return t`score ${before} → ${after}`;
}

function movesInWords({ apps, moved }: { apps: number; moved: number }): string {
  if (moved === 0)
    return plural(apps, {
      one: 'Under these weights the # approved app would keep its place.',
      other: 'Under these weights all of the # approved apps would keep their places.',
    });
  const movedCount = formatCount(moved);
  return t`Under these weights ${movedCount} of ${plural(apps, { one: '# approved app', other: '# approved apps' })} would change places. Nothing has been saved.`;
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
              <span className="tabular block text-sm text-muted">{scoresInWords(change)}</span>
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
  const compared = formatCount(RANKING_COMPARED);
  return (
    <Sheet open={open} onClose={onClose} title={t`Dry run`}>
      <QueryView query={query} what={t`the dry run`} skeleton={<ListSkeleton />}>
        {(preview) => (
          // Focusable, because nothing else in it is and its sheet scrolls.
          <div className="grid gap-6" role="region" aria-label={t`What would change`} tabIndex={0}>
            <p>{movesInWords(preview)}</p>
            <Changes title={t`Rising most (of the top ${compared})`} changes={preview.rising} />
            <Changes title={t`Falling most (of the top ${compared})`} changes={preview.falling} />
            <Changes title={t`The new top`} changes={preview.top} />
          </div>
        )}
      </QueryView>
    </Sheet>
  );
}
