import { hostsCsv } from '@zapdeck/contract/csv-exports';
import { adminHosts } from '@zapdeck/contract/hosts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { SearchBox } from '../parts/list/search-box.tsx';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { BlockedApps } from './blocked-apps.tsx';
import { HostCard } from './host-card.tsx';
import { type EditedHost, HostSheet } from './host-sheet.tsx';
import '../parts/list/lines.css';
import '../users/user-card.css';
import './hosts.css';

const rules = [
  ['all', 'All rules'],
  ['blocked', 'Blocked'],
  ['trusted', 'Trusted'],
] as const;

/** The hosts that are blocked or trusted, below what of the deck is on a blocked one. */
export default function HostsTab() {
  const filters = useFilters({ search: '', rule: 'all' });
  const { search } = filters.values;
  const rule = oneOf(['all', 'blocked', 'trusted'], filters.values.rule);
  const query = useAdminList(adminHosts, {
    query: { search, rule, limit: ROWS_PER_PAGE, offset: filters.offset },
  });
  const [edited, setEdited] = useState<EditedHost | undefined>(() => {
    const host = new URLSearchParams(location.search).get('host');
    return host === null ? undefined : { id: 'new', host };
  });
  const addHost = () => setEdited({ id: 'new', host: '' });
  return (
    <div className="dash-sections">
      <BlockedApps />
      <section aria-labelledby="hosts-heading">
        <div className="dash-section-head">
          <h2 id="hosts-heading" className="dash-heading">
            Hosts
          </h2>
          <Button onClick={addHost}>Add a host</Button>
        </div>
        <div className="mb-5 grid gap-1.5 text-sm text-muted">
          <p>
            <strong className="text-ink">Blocked:</strong> nothing of it, or of hosts below it, can be
            submitted, by form or file, and the next check keeps what is in the deck out of its frame. Decide
            on those apps above.
          </p>
          <p>
            <strong className="text-ink">Trusted:</strong> never held back by Zapdeck itself, whoever reports
            it, unless it leads to a host that is not. A moderator still approves each app.
          </p>
          <p>The most specific rule counts: a trusted host below a blocked one is trusted.</p>
        </div>
        <div className="dash-filters">
          <SearchBox label="Search hosts" value={search} onSearch={(text) => filters.set('search', text)} />
          <Choice label="Rule" value={rule} options={rules} onChoose={(next) => filters.set('rule', next)} />
        </div>
        <CsvLink route={hostsCsv} query={{ search, rule }} />
        <AdminList
          query={query}
          what="the hosts"
          filters={filters}
          showing={(total) => formatCounted(total, 'host')}
          empty={
            filters.isFiltered ? (
              <EmptyList
                title="No such host"
                text="No rule matches this search and this filter."
                wayOut={{ label: 'Show all rules', onTake: filters.clear }}
              />
            ) : (
              <EmptyList
                title="No rules yet"
                text="Block a host to keep everything of it out, or trust one that you know."
                wayOut={{ label: 'Add a host', onTake: addHost }}
              />
            )
          }
        >
          {(items, isBusy) => (
            <ul className="dash-cards" aria-busy={isBusy}>
              {items.map((item) => (
                <HostCard
                  key={item.host}
                  rule={item}
                  onEdit={() => setEdited({ id: item.host, host: item.host, rule: item })}
                />
              ))}
            </ul>
          )}
        </AdminList>
      </section>
      <HostSheet edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}
