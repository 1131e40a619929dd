import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { pendingAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { Choice } from '../../../components/list/choice.tsx';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { idOf } from '../parts/id-of.ts';
import { FilterControl } from '../../../components/list/filter-bar.tsx';
import type { PendingFilterState } from './use-pending-filters.ts';
import './pending-filters.css';

const UPLOADS_LISTED = 20;
const day = localized((locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short' }));

function useUploads(isWanted: boolean) {
  const { data = [] } = useQuery({
    queryKey: ['admin', auditLog.path, 'uploads'],
    queryFn: ({ signal }) =>
      call(auditLog, { query: { action: 'apps.uploaded', limit: UPLOADS_LISTED } }, { signal }),
    enabled: isWanted,
  });
  return data.flatMap(({ after, createdAt }) => {
    const { uploadId, fileName, count } = after ?? {};
    if (typeof uploadId !== 'string' || typeof fileName !== 'string' || typeof count !== 'number') return [];
    const date = day().format(Date.parse(createdAt));
    const name = t`${fileName}, ${date}: ${plural(count, { one: '# app', other: '# apps' })}`;
    return [[uploadId, name] as const];
  });
}

interface Props extends PendingFilterState {
  submitter: string | undefined;
}

/** Search, filters and order of the queue, all kept in the address. */
export function PendingFilters({ filters, asked, submitter }: Props) {
  const { values, set } = filters;
  const inside = [asked.verdict, asked.age, asked.category, asked.resubmitted].filter(
    (value) => value !== 'all',
  ).length;
  const active = inside + (asked.upload ? 1 : 0);
  const [isOpen, setIsOpen] = useState(active > 0 || values.search !== '');
  const uploads = useUploads(isOpen);
  const upload = idOf(values.upload);
  const isListed = upload === '' || uploads.some(([id]) => id === upload);
  const shortId = upload.slice(-6);
  const { sort: _, ...inFile } = asked;
  return (
    <div className="dash-queue-filters" data-open={isOpen || undefined}>
      <div className="dash-queue-first">
        <FilterControl state={filters} name="search" />
        <FilterControl state={filters} name="sort" />
      </div>
      <details
        className="dash-details"
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>
          <span className="md:hidden">{t`Search and filters`}</span>
          <span className="max-md:hidden">{t`Filters`}</span>
          {active > 0 ? <span>{` (${active})`}</span> : null}
        </summary>
        <div className="dash-queue-more">
          <FilterControl state={filters} name="verdict" />
          <FilterControl state={filters} name="age" />
          <FilterControl state={filters} name="category" />
          <FilterControl state={filters} name="resubmitted" />
          <Choice
            label={t({ message: 'Upload', context: 'CSV file' })}
            value={upload}
            options={[
              ['', t`All uploads`],
              ...uploads,
              ...(isListed ? [] : [[upload, t`Upload ${shortId}`] as const]),
            ]}
            onChoose={(next) => set('upload', next)}
          />
        </div>
      </details>
      <div className="dash-buttons">
        {asked.submitter ? (
          <Button variant="secondary" onClick={() => set('submitter', '')}>
            {submitter === undefined ? (
              <span>{t`Submitted by one person. Show all`}</span>
            ) : (
              <span>
                <Trans>
                  Submitted by <bdi>{submitter}</bdi>. Show all
                </Trans>
              </span>
            )}
          </Button>
        ) : null}
        {filters.isFiltered ? (
          <Button variant="quiet" onClick={filters.clear}>{t`Clear filters`}</Button>
        ) : null}
        <span className="dash-queue-file">
          <CsvLink route={pendingAppsCsv} query={inFile} />
        </span>
      </div>
    </div>
  );
}
