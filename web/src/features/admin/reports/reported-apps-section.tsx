import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { reportedAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { type ReportedApp, reportedApps } from '@zapdeck/contract/moderation/reported-apps';
import { useRef, useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { idOf } from '../parts/id-of.ts';
import { useAdminList } from '../parts/use-admin-list.ts';
import { closingOf } from './decide-reports.ts';
import { ReportedAppCard } from './reported-app-card.tsx';
import { ReportedAppSheet } from './reported-app-sheet.tsx';

const filters = () =>
  ({
    apps: choice(t`Apps`, [
      ['open', t`With open reports`],
      ['closed', t`All closed`],
      ['all', t`Everything`],
    ]),
    app: { kind: 'hidden' },
  }) as const;

/** Apps with open reports, the last reported first. Each has one decision for all of its reports. */
export function ReportedAppsSection() {
  const state = useFilters(filters(), 'appsPage');
  // For a single app, shows all reports, so that decided ones stay visible.
  const app = idOf(state.values.app);
  const status = app ? 'all' : state.values.apps;
  const query = useAdminList(reportedApps, { query: { status, ...state.rows, ...(app ? { app } : {}) } });
  const [opened, setOpened] = useState<ReportedApp>();
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region);
  const emptyText = status === 'open' ? t`No app has open reports.` : t`No app has been reported.`;
  const title = query.data?.items.find((group) => group.app.id === app)?.app.title;
  return (
    <div ref={region} tabIndex={-1} className="min-w-0 outline-none">
      <ListPage
        title={t`Reported apps`}
        aside={
          app ? (
            <Button variant="secondary" onClick={() => state.set('app', '')}>
              {title === undefined ? (
                <span>{t`Filtered by one app. Show all`}</span>
              ) : (
                <span>
                  <Trans>
                    Filtered by <bdi>{title}</bdi>. Show all
                  </Trans>
                </span>
              )}
            </Button>
          ) : undefined
        }
        state={state}
        query={query}
        failure={t`Couldn’t load apps`}
        file={{ route: reportedAppsCsv, query: { status } }}
        showing={(count) => plural(count, { one: '# app', other: '# apps' })}
        empty={{ title: t`No open reports`, text: app ? t`This app has no reports.` : emptyText }}
      >
        {(items) => (
          <ul className="dash-list dash-reported">
            {items.map((group) => (
              <ReportedAppCard key={group.app.id} group={group} onLook={() => setOpened(group)} />
            ))}
          </ul>
        )}
      </ListPage>
      <ReportedAppSheet
        reported={opened && { id: opened.app.id, app: opened.app, report: opened.latest[0] }}
        kind="close"
        decisionOf={(reason) => opened && closingOf(opened, { decision: 'reviewed', takeDown: { reason } })}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}
