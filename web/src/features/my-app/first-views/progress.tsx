import type { Promised, ViewBudget } from '@zapdeck/contract/first-views';
import { useId } from 'react';
import { nextInWords, progressInWords } from './budget-words.ts';

/** Number of counted first views, and the next step. */
export function Progress({ budget, promised }: { budget: ViewBudget; promised: Promised }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="display tabular text-2xl">
        {progressInWords(budget, promised)}
      </p>
      {promised === 'views' ? (
        <progress
          aria-labelledby={id}
          className="view-progress"
          max={budget.wanted}
          value={budget.views}
          data-paused={budget.isPaused}
        />
      ) : null}
      {budget.note === null ? null : (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {budget.note}
        </p>
      )}
      <p className="text-sm text-muted">{nextInWords(budget, promised)}</p>
    </div>
  );
}
