import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnFirstViews, Promised, ViewBudget } from '@zapdeck/contract/feed/first-views';
import { useId, useRef } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { Report, VersionNote } from './first-views-report.tsx';
import { nextInWords, progressInWords, useFirstViews } from './first-views.ts';
import { VersionPart } from './new-version.tsx';
import { Section } from './section.tsx';

function Progress({ budget, promised }: { budget: ViewBudget; promised: Promised }) {
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

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      <div className="skeleton h-6 w-3/5" />
      <div className="skeleton h-3 w-full" />
    </div>
  );
}

function Shown({ app, firstViews }: { app: OwnApp; firstViews: OwnFirstViews }) {
  const { budgets, promised } = firstViews;
  const reports = budgets.flatMap((budget) =>
    budget.report === null ? [] : [<Report key={budget.id} budget={budget} report={budget.report} />],
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      {budgets.map((budget) =>
        budget.report === null ? <Progress key={budget.id} budget={budget} promised={promised} /> : null,
      )}
      {budgets.length === 0 ? <p className="text-muted">{t`This app has no promised first views.`}</p> : null}
      {reports.length > 0 ? <div className="reports">{reports}</div> : null}
      {app.status === 'approved' ? <VersionPart app={app} firstViews={firstViews} /> : null}
    </div>
  );
}

/** Progress and reports of an app's first views, and new versions. */
export function FirstViewsSection({ app }: { app: OwnApp }) {
  const query = useFirstViews(app.id);
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  // An app without promised views that is not in the deck has nothing to show.
  if (query.data?.budgets.length === 0 && app.status !== 'approved') return null;
  return (
    <Section ref={region} title={t`First views`}>
      <QueryView query={query} failure={t`Couldn’t load the first views`} skeleton={<Skeleton />}>
        {(firstViews) => <Shown app={app} firstViews={firstViews} />}
      </QueryView>
    </Section>
  );
}
