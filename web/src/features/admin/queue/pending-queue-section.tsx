import { plural, t } from '@lingui/core/macro';
import { Badge } from '../../../components/ui/badge.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { submitterName } from '../../../lib/person.ts';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Pager } from '../../../components/list/pager.tsx';
import { PendingFilters, usePendingFilters } from './pending-filters.tsx';
import { PendingList } from './pending-list.tsx';
import { ROWS_SHOWN } from './pending-queue.ts';
import { usePending } from './use-pending.ts';

/** Pending apps. The server searches, filters, sorts and pages. */
export function PendingQueueSection() {
  const { filters, asked } = usePendingFilters();
  const query = usePending(asked, filters.page);
  const theirs = query.data?.apps.find(({ submittedBy }) => submittedBy === asked.submitter);
  return (
    <section aria-labelledby="pending-heading" className="dash-queue">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id="pending-heading" className="display text-heading">{t`Pending Approvals`}</h2>
        {query.data ? (
          <Badge tone="amber">
            <span className="tabular">{plural({ count: query.data.total }, { other: '# pending' })}</span>
          </Badge>
        ) : null}
      </div>
      <PendingFilters filters={filters} submitter={theirs && submitterName(theirs.submitter)} />
      <QueryView query={query} failure={t`Couldn’t load apps`} skeleton={<ListSkeleton rows={3} />}>
        {(queue) => (
          <>
            <PendingList queue={queue} asked={asked} filters={filters} />
            <Pager page={filters.page} total={queue.total} rows={ROWS_SHOWN} onTurn={filters.turnTo} />
          </>
        )}
      </QueryView>
    </section>
  );
}
