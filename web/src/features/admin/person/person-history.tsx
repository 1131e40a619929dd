import { HISTORY_APPS_MAX, type PersonPage, personHistory } from '@zapdeck/contract/people';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { AuditEntryCard } from '../audit/audit-entry-card.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';
import { personAddress } from '../parts/person-link.tsx';
import { useTurnedList } from './use-turned-list.ts';

const abouts = [
  ['person', 'About them'],
  ['apps', 'About their apps'],
] as const;

/** What the audit log has about a person, or about their apps. */
export function PersonHistory({ person: { user, apps } }: { person: PersonPage }) {
  const [about, setAbout] = useState<'person' | 'apps'>('person');
  const { query, filters } = useTurnedList(personHistory, about, (page) => ({
    params: { id: user.id },
    query: { ...page, about },
  }));
  return (
    <section aria-labelledby="person-history">
      <div className="dash-section-head">
        <h2 id="person-history" className="dash-heading">
          Decisions
        </h2>
        <Choice label="Show" value={about} options={abouts} onChoose={setAbout} />
      </div>
      {about === 'apps' && apps.approved + apps.pending + apps.rejected > HISTORY_APPS_MAX ? (
        <p className="mb-4 text-sm text-muted">
          On the newest <span>{formatCount(HISTORY_APPS_MAX)}</span> of their apps. What was decided on an
          older one stands on its own page.
        </p>
      ) : null}
      <AdminList
        query={query}
        what="the decisions"
        filters={filters}
        empty={<p className="text-muted">Nothing was decided yet.</p>}
        showing={(total) => formatCounted(total, 'entry', 'entries')}
      >
        {(items, isBusy) => (
          <ul className="dash-list" aria-busy={isBusy}>
            {items.map((entry) => (
              <AuditEntryCard key={entry.id} entry={entry} onPerson={(id) => navigate(personAddress(id))} />
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  );
}
