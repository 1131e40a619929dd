import { AdminAppSort, type AdminApp, adminApps, AppStatus } from '@zapdeck/contract/apps';
import { AdminAppReach } from '@zapdeck/contract/reach';
import { appsCsv } from '@zapdeck/contract/csv-exports';
import { useState } from 'react';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { SearchBox } from '../parts/list/search-box.tsx';
import { useAdminList, useListTotal } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { AppRow } from './app-row.tsx';
import { EditAppSheet } from './edit-app-sheet.tsx';
import './apps-table.css';

const statuses = [
  ['all', 'All'],
  ['approved', 'Approved'],
  ['pending', 'Pending'],
  ['rejected', 'Rejected'],
] as const;

const reaches = [
  ['all', 'All'],
  ['unreachable', 'Unreachable'],
  ['flagged', 'Unreachable for 7 days'],
] as const;

const sorts = [
  ['score', 'Score'],
  ['netVotes', 'Net Votes'],
  ['views', 'Views'],
  ['createdAt', 'Created Date'],
] as const;

const heads = ['Rank', 'App', 'Score', 'Votes', 'Views', 'Total time', 'To upvote', 'To downvote', 'To view'];

/** Every app with its numbers: search, filter and order are the server's, a page at a time. */
export default function AppsTab() {
  const filters = useFilters({ search: '', status: 'all', reach: 'all', sort: 'score' });
  const { search } = filters.values;
  const status = oneOf(['all', ...AppStatus.options], filters.values.status);
  const reach = oneOf(['all', ...AdminAppReach.options], filters.values.reach);
  const sort = oneOf(AdminAppSort.options as ['score', ...typeof AdminAppSort.options], filters.values.sort);
  const query = useAdminList(adminApps, {
    query: { search, status, reach, sort, limit: ROWS_PER_PAGE, offset: filters.offset },
  });
  const all = useListTotal(adminApps);
  const [editing, setEditing] = useState<AdminApp>();
  return (
    <section aria-labelledby="apps-heading">
      <h2 id="apps-heading" className="sr-only">
        Apps
      </h2>
      <div className="dash-filters dash-filters-apps">
        <SearchBox
          label="Search by title or URL"
          value={search}
          onSearch={(text) => filters.set('search', text)}
        />
        <Choice
          label="Status"
          value={status}
          options={statuses}
          onChoose={(next) => filters.set('status', next)}
        />
        <Choice label="Sort by" value={sort} options={sorts} onChoose={(next) => filters.set('sort', next)} />
        <Choice
          label="Availability"
          value={reach}
          options={reaches}
          onChoose={(next) => filters.set('reach', next)}
        />
      </div>
      <CsvLink route={appsCsv} query={{ search, status, reach }} />
      <AdminList
        query={query}
        what="the apps"
        filters={filters}
        showing={(total) =>
          `Showing ${formatCount(total)} of ${formatCount(Math.max(total, all ?? total))} apps`
        }
        empty={
          filters.isFiltered ? (
            <EmptyList
              title="Nothing found"
              text="No app matches this search and these filters."
              wayOut={{ label: 'Show all apps', onTake: filters.clear }}
            />
          ) : (
            <EmptyList title="No apps yet" text="Every app that is submitted is listed here." />
          )
        }
      >
        {(items, isBusy) => (
          <div className="dash-table dash-apps" aria-busy={isBusy}>
            <div aria-hidden="true" className="dash-head">
              {heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
              <span>Submitter</span>
              <span />
            </div>
            <ol start={filters.offset + 1} className="dash-list dash-rows">
              {items.map((app, index) => (
                <AppRow
                  key={app.id}
                  app={app}
                  rank={filters.offset + index + 1}
                  onEdit={() => setEditing(app)}
                />
              ))}
            </ol>
          </div>
        )}
      </AdminList>
      <EditAppSheet app={editing} onClose={() => setEditing(undefined)} />
    </section>
  );
}
