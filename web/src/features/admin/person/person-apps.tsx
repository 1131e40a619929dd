import type { AppStatus } from '@zapdeck/contract/apps';
import { type PersonPage, personApps } from '@zapdeck/contract/people';
import { useState } from 'react';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { FrameVerdict } from '../parts/frame-verdict.tsx';
import { useTurnedList } from './use-turned-list.ts';

const statuses = [
  ['all', 'All'],
  ['approved', 'Approved'],
  ['pending', 'Pending'],
  ['rejected', 'Rejected'],
] as const;

/** The apps of a person, newest first. */
export function PersonApps({ person: { user, apps } }: { person: PersonPage }) {
  const [status, setStatus] = useState<'all' | AppStatus>('all');
  const { query, filters } = useTurnedList(personApps, status, (page) => ({
    params: { id: user.id },
    query: { ...page, status },
  }));
  const all = apps.approved + apps.pending + apps.rejected;
  return (
    <section aria-labelledby="person-apps">
      <div className="dash-section-head">
        <h2 id="person-apps" className="dash-heading">
          Apps
        </h2>
        {all > 0 ? <Choice label="Status" value={status} options={statuses} onChoose={setStatus} /> : null}
      </div>
      <AdminList
        query={query}
        what="their apps"
        filters={filters}
        empty={<p className="text-muted">{all === 0 ? 'They have submitted no app.' : 'None of these.'}</p>}
        showing={(total) => formatCounted(total, 'app')}
      >
        {(items, isBusy) => (
          <ul className="card dash-lines" aria-busy={isBusy}>
            {items.map((app) => (
              <li key={app.id}>
                <Cover app={app} className="size-10 shrink-0 rounded-field" />
                <div className="min-w-0 grow">
                  <p className="dash-title">
                    <AppLink app={app} />
                    <StatusBadge app={app} />
                  </p>
                  <p className="truncate text-sm text-muted">{app.url}</p>
                  <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                    <FrameVerdict app={app} />
                    <TimeAgo moment={app.createdAt} />
                  </p>
                </div>
                <OpenLink url={app.url} title={app.title} />
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  );
}
