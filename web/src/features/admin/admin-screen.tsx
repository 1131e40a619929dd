import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { PendingList } from './pending-list.tsx';
import { usePending } from './use-pending.ts';

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {[1, 2, 3].map((row) => (
        <div key={row} className="card grid gap-4 p-4">
          <div className="flex gap-4">
            <div className="skeleton size-16 lg:size-20" />
            <div className="grid grow content-start gap-2.5 pt-1">
              <div className="skeleton h-5 w-2/5" />
              <div className="skeleton h-3.5 w-3/5" />
              <div className="skeleton h-3.5 w-1/3" />
            </div>
          </div>
          <div className="skeleton h-11" />
          <div className="skeleton h-10" />
        </div>
      ))}
    </div>
  );
}

/** Where an admin decides what reaches the feed. */
export default function AdminScreen() {
  const query = usePending();
  return (
    <div className="mx-auto max-w-5xl px-4 md:px-8">
      <ScreenHeading title="Admin Dashboard" />
      <section>
        <div className="mb-4 flex items-center gap-3">
          <h2 className="display text-heading">Pending Approvals</h2>
          {query.data ? (
            <Badge tone="amber">
              <span className="tabular">{query.data.total} pending</span>
            </Badge>
          ) : null}
        </div>
        <QueryView query={query} what="the pending apps" skeleton={<Skeleton />}>
          {({ apps }) => <PendingList apps={apps} />}
        </QueryView>
      </section>
    </div>
  );
}
