import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BEST_DECK, type DeckKey } from '@zapdeck/contract/feed/decks';
import { type RankChange, RANKING_COMPARED, rankingPreview } from '@zapdeck/contract/pictures/previews';
import type { FormulaWeights } from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { DeckPicker, DeckResult, orNoDeck } from './deck-picker.tsx';
import './config-sheets.css';

const scoredDecks = ['best'] as const;
const typedKinds = ['tag', 'maker'] as const;

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
      0: 'There is no approved app in this deck.',
      one: 'With these weights, the # approved app would keep its place.',
      other: 'With these weights, all of the # approved apps would keep their places.',
    });
  const movedCount = formatCount(moved);
  return t`With these weights, ${movedCount} of ${plural(apps, { one: '# approved app', other: '# approved apps' })} would change places. Nothing has been saved.`;
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
            <span className="tabular min-w-14 shrink-0 text-end text-sm font-semibold">
              <Move change={change} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows which apps of a deck would rise and fall under the weights of the form. Saves nothing. */
export function DryRunSheet({ open, onClose, weights }: Props) {
  const [deck, setDeck] = useState<DeckKey | undefined>(BEST_DECK);
  const query = useQuery({
    queryKey: ['admin', rankingPreview.path, weights, deck],
    queryFn: ({ signal }) => orNoDeck(call(rankingPreview, { query: { ...weights, deck } }, { signal })),
    enabled: open && deck !== undefined,
    placeholderData: keepPreviousData,
  });
  const compared = formatCount(RANKING_COMPARED);
  return (
    <Sheet open={open} onClose={onClose} title={t`Preview rankings`}>
      <div className="grid gap-5">
        <p className="text-muted">{t`These decks are sorted by score. All others have their own order.`}</p>
        <DeckPicker deck={deck} onChoose={setDeck} plain={scoredDecks} typed={typedKinds} />
        <DeckResult deck={deck} query={query} failure={t`Couldn’t load the preview`}>
          {(preview) => (
            <div
              className="grid gap-6"
              role="region"
              aria-label={t({ message: 'Changes', context: 'ranks' })}
              aria-busy={query.isPlaceholderData}
            >
              <p>{movesInWords(preview)}</p>
              <Changes title={t`Biggest rises (of the top ${compared})`} changes={preview.rising} />
              <Changes title={t`Biggest drops (of the top ${compared})`} changes={preview.falling} />
              <Changes title={t`New top apps`} changes={preview.top} />
            </div>
          )}
        </DeckResult>
      </div>
    </Sheet>
  );
}
