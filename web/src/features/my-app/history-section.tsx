import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppEvent } from '@zapdeck/contract/apps/own-app';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { itemsOf } from '../../lib/paged-list.ts';
import { eventWords } from './event-words.ts';
import { Section } from './section.tsx';
import { useOwnHistory } from './numbers/use-own-stats.ts';

function Event({ event }: { event: OwnAppEvent }) {
  const { text, reason, tone } = eventWords(event);
  return (
    <li className="app-event flex gap-3 pb-5">
      <span aria-hidden="true" data-tone={tone} className="app-event-dot mt-1.5 shrink-0 rounded-pill" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{text}</span>
          <span className="text-sm text-muted">
            <TimeAgo moment={event.createdAt} />
          </span>
        </p>
        {reason === null ? null : (
          <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      <div className="skeleton h-5 w-2/3" />
      <div className="skeleton h-5 w-2/3" />
      <div className="skeleton h-5 w-3/5" />
    </div>
  );
}

export function HistorySection({ app }: { app: OwnApp }) {
  const query = useOwnHistory(app.id);
  return (
    <Section title={t`History`}>
      <QueryView query={query} failure={t`Couldn’t load the history`} skeleton={<Skeleton />}>
        {(pages) => (
          <>
            <ol aria-label={t`Newest first`}>
              {itemsOf(pages).map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </Section>
  );
}
