import { t } from '@lingui/core/macro';
import { type AdminApp, adminApps, COUNTED_MAX } from '@zapdeck/contract/apps';
import { appsCsv } from '@zapdeck/contract/csv-exports';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminList, useListTotal } from '../parts/use-admin-list.ts';
import { AppRow } from './app-row.tsx';
import { EditAppSheet } from './edit-app-sheet.tsx';
import './apps-table.css';

const filters = {
  search: { kind: 'search', label: 'Search by title or URL' },
  status: choice('Status', [
    ['all', 'All'],
    ['approved', 'Approved'],
    ['pending', 'Pending'],
    ['rejected', 'Rejected'],
  ]),
  sort: choice('Sort by', [
    ['score', 'Score'],
    ['netVotes', 'Net Votes'],
    ['views', 'Views'],
    ['createdAt', 'Created Date'],
  ]),
  reach: choice('Availability', [
    ['all', 'All'],
    ['unreachable', 'Unreachable'],
    ['flagged', 'Unreachable for 7 days'],
  ]),
} as const;

const heads = ['Rank', 'App', 'Score', 'Votes', 'Views', 'Total time', 'To upvote', 'To downvote', 'To view'];

/** All apps with their numbers. */
export default function AppsTab() {
  const state = useFilters(filters);
  const query = useAdminList(adminApps, { query: { ...state.values, ...state.rows } });
  const all = useListTotal(adminApps);
  const [editing, setEditing] = useState<AdminApp>();
  const { sort: _, ...fileFilters } = state.values;
  const { offset } = state.rows;
  return (
    <>
      <ListPage
        title={t`Apps`}
        isTitleHidden
        state={state}
        query={query}
        what={t`the apps`}
        file={{ route: appsCsv, query: fileFilters }}
        showing={(total) => {
          const isCapped = state.values.search !== '' && total > COUNTED_MAX;
          const found = isCapped ? `${formatCount(COUNTED_MAX)}+` : formatCount(total);
          return t`Showing ${found} of ${formatCount(Math.max(total, all ?? total))} apps`;
        }}
        empty={{ title: t`No apps yet`, text: t`Every app that is submitted is listed here.` }}
        nothingFound={{
          title: 'Nothing found',
          text: 'No app matches this search and these filters.',
          showAll: 'Show all apps',
        }}
      >
        {(items) => (
          <div className="dash-table dash-apps">
            <div aria-hidden="true" className="dash-head">
              {heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
              <span>{t`Submitter`}</span>
              <span />
            </div>
            <ol start={offset + 1} className="dash-list dash-rows">
              {items.map((app, index) => (
                <AppRow key={app.id} app={app} rank={offset + index + 1} onEdit={() => setEditing(app)} />
              ))}
            </ol>
          </div>
        )}
      </ListPage>
      <EditAppSheet app={editing} onClose={() => setEditing(undefined)} />
    </>
  );
}
