import { plural, t } from '@lingui/core/macro';
import { type AdminApp, adminApps, COUNTED_MAX } from '@zapdeck/contract/apps/apps';
import { appsCsv } from '@zapdeck/contract/wire/csv-exports';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminList, useListTotal } from '../parts/use-admin-list.ts';
import { AppRow } from './app-row.tsx';
import { useFieldFilters } from '../parts/field-filters.ts';
import { EditAppSheet } from './edit-app-sheet.tsx';
import './apps-table.css';

const filtersWith = (ofFields: ReturnType<typeof useFieldFilters>) =>
  ({
    search: { kind: 'search', label: t`Search by title or URL` },
    status: choice(t`Status`, [
      ['all', t`All`],
      ['approved', t`Approved`],
      ['pending', t`Pending`],
      ['rejected', t`Rejected`],
    ]),
    sort: choice(t`Sort by`, [
      ['score', t`Score`],
      ['netVotes', t`Net Votes`],
      ['views', t`Views`],
      ['createdAt', t`Created Date`],
    ]),
    reach: choice(t`Availability`, [
      ['all', t`All`],
      ['unreachable', t`Unreachable`],
      ['flagged', t`Unreachable for 7 days`],
    ]),
    ...ofFields,
  }) as const;

export default function AppsTab() {
  const state = useFilters(filtersWith(useFieldFilters()));
  const query = useAdminList(adminApps, { query: { ...state.query, ...state.rows } });
  const all = useListTotal(adminApps);
  const [editing, setEditing] = useState<AdminApp>();
  const { sort: _, ...fileFilters } = state.query;
  const { offset } = state.rows;
  return (
    <>
      <ListPage
        title={t`Apps`}
        isTitleHidden
        state={state}
        query={query}
        failure={t`Couldn’t load apps`}
        file={{ route: appsCsv, query: fileFilters }}
        showing={(total) => {
          const isCapped = state.values.search !== '' && total > COUNTED_MAX;
          const found = isCapped ? `${formatCount(COUNTED_MAX)}+` : formatCount(total);
          const count = Math.max(total, all ?? total);
          return plural(count, { one: `Showing ${found} of # app`, other: `Showing ${found} of # apps` });
        }}
        empty={{ title: t`No apps yet`, text: t`Submitted apps are listed here.` }}
        nothingFound={{
          title: t`Nothing found`,
          text: t`No app matches this search and these filters.`,
          showAll: t`Show all apps`,
        }}
      >
        {(items) => (
          <div className="dash-table dash-apps">
            <div aria-hidden="true" className="dash-head">
              <span>{t`Rank`}</span>
              <span>{t`App`}</span>
              <span>{t`Score`}</span>
              <span>{t`Votes`}</span>
              <span>{t`Views`}</span>
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
