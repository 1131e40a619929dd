import { t } from '@lingui/core/macro';
import type { Promised, ViewBudget } from '@zapdeck/contract/feed/first-views';
import { useId } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { nextInWords, progressInWords } from './budget-words.ts';
import { VersionNote } from './version-note.tsx';

export function Progress({ budget, promised }: { budget: ViewBudget; promised: Promised }) {
  const id = useId();
  const isPaused = budget.isPaused && budget.finishedAt === null;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p id={id} className="display tabular text-2xl">
          {progressInWords(budget, promised)}
        </p>
        {isPaused ? <Badge tone="amber">{t`Paused`}</Badge> : null}
      </div>
      {promised === 'views' ? (
        <ProgressBar
          aria-labelledby={id}
          max={budget.wanted}
          value={budget.views}
          className={isPaused ? 'opacity-50' : ''}
        />
      ) : null}
      {budget.note === null ? null : <VersionNote note={budget.note} />}
      <p className="text-sm text-muted">{nextInWords(budget, promised)}</p>
    </div>
  );
}
