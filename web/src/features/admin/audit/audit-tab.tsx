import { useQuery } from '@tanstack/react-query';
import { AuditAction, auditLog, auditPeople } from '@zapdeck/contract/audit-log';
import { auditLogCsv } from '@zapdeck/contract/csv-exports';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../components/ui/button.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { idOf } from '../parts/id-of.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { DayInput } from '../parts/list/day-input.tsx';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { actionNames, actionOf } from '../parts/words/action-names.ts';
import { AuditEntryCard } from './audit-entry-card.tsx';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { endOfDay, startOfDay } from './days.ts';

const actions = [
  ['', 'All actions'],
  ...AuditAction.options.map((action) => [action, actionNames[action]] as const),
] as const;

/** What admins did: who, what, before, after and when; filtered by person, action and time. */
export default function AuditTab() {
  const filters = useFilters({ actor: '', action: '', from: '', to: '', target: '' });
  const { values } = filters;
  const known = useQuery({
    queryKey: ['admin', auditPeople.path],
    queryFn: ({ signal }) => call(auditPeople, {}, { signal }),
  });
  const [actor, target] = [idOf(values.actor), idOf(values.target)];
  const from = startOfDay(values.from);
  const to = endOfDay(values.to);
  const action = actionOf(values.action);
  const asked = {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(target ? { target } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const query = useAdminList(auditLog, {
    query: { limit: ROWS_PER_PAGE, offset: filters.offset, ...asked },
  });
  // The same in every entry; while none is read, nobody knows it.
  const targetName = query.data?.items.find(({ targetId }) => targetId === target)?.targetName;
  const people = (known.data ?? []).map((person) => [person.id, auditNameOf(person)] as const);
  // Until they are read, and for an address that names somebody who has done nothing.
  const isListed = actor === '' || people.some(([id]) => id === actor);
  return (
    <section aria-labelledby="audit-heading">
      <h2 id="audit-heading" className="dash-heading">
        Audit Log
      </h2>
      <div className="dash-filters dash-filters-4">
        <Choice
          label="Person"
          value={actor}
          options={[
            ['', 'Everybody'],
            ...people,
            ...(isListed ? [] : [[actor, auditNameOf({ id: actor, firstName: null, email: null })] as const]),
          ]}
          onChoose={(id) => filters.set('actor', id)}
        />
        <Choice
          label="Action"
          value={action ?? ''}
          options={actions}
          onChoose={(next) => filters.set('action', next)}
        />
        <DayInput label="From" value={values.from} onChange={(day) => filters.set('from', day)} />
        <DayInput label="To" value={values.to} onChange={(day) => filters.set('to', day)} />
      </div>
      <div className="dash-buttons">
        {target ? (
          <Button variant="secondary" onClick={() => filters.set('target', '')}>
            <span>
              Only <bdi>{targetName ?? target.slice(0, 8)}</bdi>: show all
            </span>
          </Button>
        ) : null}
        <CsvLink route={auditLogCsv} query={asked} />
      </div>
      <AdminList
        query={query}
        what="the audit log"
        filters={filters}
        showing={(total) => formatCounted(total, 'action')}
        empty={
          filters.isFiltered ? (
            <EmptyList
              title="Nothing was done"
              text="No action of an admin matches these filters."
              wayOut={{ label: 'Show everything', onTake: filters.clear }}
            />
          ) : (
            <EmptyList
              title="Nothing was done yet"
              text="Whatever an admin does is listed here: who, what, before, after and when."
            />
          )
        }
      >
        {(items, isBusy) => (
          <ol className="dash-list" aria-busy={isBusy}>
            {items.map((entry) => (
              <AuditEntryCard
                key={entry.id}
                entry={entry}
                onPerson={(id) => filters.set('actor', id)}
                onTarget={(id) => filters.set('target', id)}
              />
            ))}
          </ol>
        )}
      </AdminList>
    </section>
  );
}
