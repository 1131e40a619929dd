import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { hostsCsv } from '@zapdeck/contract/wire/csv-exports';
import { adminHosts } from '@zapdeck/contract/frames/hosts';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { useAdminList } from '../parts/use-admin-list.ts';
import { BlockedApps } from './blocked-apps.tsx';
import { HostCard } from './host-card.tsx';
import { type EditedHost, HostSheet } from './host-sheet.tsx';
import '../parts/lines.css';
import '../users/user-card.css';
import './hosts.css';

const filters = () =>
  ({
    search: { kind: 'search', label: t`Search hosts` },
    rule: choice(t`Rule`, [
      ['all', t`All rules`],
      ['blocked', t`Blocked`],
      ['trusted', t`Trusted`],
    ]),
  }) as const;

/** Apps of the deck on blocked hosts, and all rules about hosts. */
export default function HostsTab() {
  const isAdmin = useIsAdmin();
  const state = useFilters(filters());
  const query = useAdminList(adminHosts, { query: { ...state.query, ...state.rows } });
  const [edited, setEdited] = useState<EditedHost | undefined>(() => {
    const host = new URLSearchParams(location.search).get('host');
    return host === null ? undefined : { id: 'new', host };
  });
  const [, setParams] = useSearchParams();
  const close = () => {
    setEdited(undefined);
    // Without this, a return to the page would open the sheet again.
    setParams(
      (before) => {
        before.delete('host');
        return before;
      },
      { replace: true },
    );
  };
  const addLabel = isAdmin ? t`Add a host` : t`Block a host`;
  const addHost = () => setEdited({ id: 'new', host: '' });
  return (
    <div className="grid grid-cols-1 gap-8">
      <BlockedApps />
      <ListPage
        title={t`Hosts`}
        aside={<Button onClick={addHost}>{addLabel}</Button>}
        intro={
          <div className="mb-5 grid gap-1.5 text-sm text-muted">
            <p>
              <Trans>
                <strong className="text-ink">Blocked:</strong> apps from this host and its subdomains can’t be
                submitted. Apps already in the deck stop loading at their next check.
              </Trans>
            </p>
            <p>
              <Trans>
                <strong className="text-ink">Trusted:</strong> reports never hold these apps back
                automatically, unless they redirect to a host that is not trusted. A moderator still approves
                each app.
              </Trans>
            </p>
            <p>{t`The most specific rule counts: a trusted subdomain of a blocked host is trusted.`}</p>
          </div>
        }
        state={state}
        query={query}
        failure={t`Couldn’t load the hosts`}
        file={{ route: hostsCsv, query: state.query }}
        showing={(count) => plural(count, { one: '# host', other: '# hosts' })}
        empty={{
          title: t`No rules yet`,
          text: isAdmin
            ? t`Block a host to keep its apps out, or trust one you know.`
            : t`Block a host to keep its apps out.`,
          wayOut: { label: addLabel, onTake: addHost },
        }}
        nothingFound={{
          title: t`No matching hosts`,
          text: t`No rule matches this search and this filter.`,
          showAll: t`Show all rules`,
        }}
      >
        {(items) => (
          <ul className="dash-cards">
            {items.map((item) => (
              <HostCard
                key={item.host}
                rule={item}
                onEdit={() => setEdited({ id: item.host, host: item.host, rule: item })}
              />
            ))}
          </ul>
        )}
      </ListPage>
      <HostSheet edited={edited} onClose={close} />
    </div>
  );
}
