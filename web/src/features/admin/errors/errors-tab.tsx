import { errorLogsCsv } from '@zapdeck/contract/csv-exports';
import { adminErrorGroups, ErrorType } from '@zapdeck/contract/error-logs';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { ErrorGroupCard } from './error-group-card.tsx';
import { errorTypeNames } from './error-type-names.ts';

const types = [
  ['all', 'All types'],
  ...ErrorType.options.map((type) => [type, errorTypeNames[type]] as const),
] as const;

const spans = [
  ['7', 'Last 7 days'],
  ['1', 'Last 24 hours'],
  ['30', 'Last 30 days'],
] as const;

/** What browsers ran into, equal errors counted together, the most frequent first. */
export default function ErrorsTab() {
  const filters = useFilters({ type: 'all', days: '7' });
  const type = oneOf(['all', ...ErrorType.options], filters.values.type);
  const days = oneOf(['7', '1', '30'], filters.values.days);
  const query = useAdminList(adminErrorGroups, {
    query: { type, days: Number(days), limit: ROWS_PER_PAGE, offset: filters.offset },
  });
  return (
    <section aria-labelledby="errors-heading">
      <h2 id="errors-heading" className="dash-heading">
        Errors in Browsers
      </h2>
      <div className="dash-filters dash-filters-4">
        <Choice label="Type" value={type} options={types} onChoose={(next) => filters.set('type', next)} />
        <Choice label="Time" value={days} options={spans} onChoose={(next) => filters.set('days', next)} />
      </div>
      <CsvLink route={errorLogsCsv} query={{ type, days }} />
      <AdminList
        query={query}
        what="the errors"
        filters={filters}
        showing={(total) => formatCounted(total, 'different error')}
        empty={<EmptyList title="All quiet" text="No browser has reported an error in this time." />}
      >
        {(items, isBusy) => (
          <ol className="dash-list" aria-busy={isBusy}>
            {items.map((group) => (
              <ErrorGroupCard key={group.latest.id} group={group} />
            ))}
          </ol>
        )}
      </AdminList>
    </section>
  );
}
