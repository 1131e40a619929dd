import { type PersonPage, personReports } from '@zapdeck/contract/people';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { AppLink } from '../parts/app-link.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { ReportWords } from '../parts/report-words.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { useTurnedList } from './use-turned-list.ts';

const sides = [
  ['received', 'About their apps'],
  ['made', 'Made by them'],
] as const;

/** The reports that a person made, or that are about their apps. */
export function PersonReports({ person: { user } }: { person: PersonPage }) {
  const [side, setSide] = useState<'made' | 'received'>('received');
  const { query, filters } = useTurnedList(personReports, side, (page) => ({
    params: { id: user.id },
    query: { ...page, side },
  }));
  return (
    <section aria-labelledby="person-reports">
      <div className="dash-section-head">
        <h2 id="person-reports" className="dash-heading">
          Reports
        </h2>
        <Choice label="Show" value={side} options={sides} onChoose={setSide} />
      </div>
      <AdminList
        query={query}
        what="the reports"
        filters={filters}
        empty={
          <p className="text-muted">
            {side === 'made' ? 'They have reported nothing.' : 'Nobody has reported an app of theirs.'}
          </p>
        }
        showing={(total) => formatCounted(total, 'report')}
      >
        {(items, isBusy) => (
          <ul className="card dash-lines" aria-busy={isBusy}>
            {items.map(({ id, appId, appTitle, kind, reason, status, reporter, createdAt }) => (
              <li key={id}>
                <div className="min-w-0 grow">
                  <p className="dash-title">
                    <AppLink app={{ id: appId, title: appTitle }} />
                    <Badge tone={status === 'pending' ? 'amber' : 'plain'}>
                      <span className="capitalize">{status}</span>
                    </Badge>
                  </p>
                  <ReportWords report={{ kind, reason }} />
                  <p className="mt-1 text-sm text-muted">
                    {side === 'received' ? (
                      <span>
                        <span>by </span>
                        <PersonLink id={reporter.id}>{auditNameOf(reporter)}</PersonLink>
                        <span> · </span>
                      </span>
                    ) : null}
                    <TimeAgo moment={createdAt} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  );
}
