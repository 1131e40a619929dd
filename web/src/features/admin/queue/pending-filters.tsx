import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { categories } from '@zapdeck/contract/apps/categories';
import { choice, idOf, type Options, useFilters } from '../../../components/list/filters.ts';
import { useSearchParams } from 'wouter';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { useFieldFilters } from '../parts/field-filters.ts';
import { say } from '../../../lib/say.ts';
import { pendingAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { useState } from 'react';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { FilterChips, FilterControl } from '../../../components/list/filter-bar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import './pending-filters.css';

const filtersWith = (ofFields: ReturnType<typeof useFieldFilters>, uploads: Options) =>
  ({
    search: { kind: 'search', label: t`Search the queue by title or URL` },
    sort: choice(t`Sort by`, [
      ['oldest', t`Oldest first`],
      ['newest', t`Newest first`],
      ['title', t`Title`],
    ]),
    verdict: choice(t`Page check`, [
      ['all', t`Any result`],
      ['ok', t`Can be embedded`],
      ['refused', t`Blocks embedding`],
      ['unreachable', t`Unreachable`],
      ['unknown', t`Not checked yet`],
    ]),
    age: choice(t`Waiting`, [
      ['all', t`Any time`],
      ['24h', t`Over 24 hours`],
      ['48h', t`Over 48 hours`],
      ['7d', t`Over 7 days`],
    ]),
    category: choice(t`Category`, [
      ['all', t`All categories`],
      ...categories.map((category) => [category, say(category)] as const),
    ]),
    ...ofFields,
    resubmitted: choice(t({ message: 'Submission', context: 'first or again' }), [
      ['all', t`All`],
      ['no', t`First submissions`],
      ['yes', t`Resubmitted`],
    ]),
    upload: choice(t({ message: 'Upload', context: 'CSV file' }), [['', t`All uploads`], ...uploads]),
    submitter: { kind: 'id', label: t`Submitter` },
  }) as const;

const UPLOADS_LISTED = 20;
const day = localized((locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short' }));

/** Returns the latest uploads, and the one that the address names. */
function useUploads(): Options {
  const { data = [] } = useQuery({
    queryKey: ['admin', auditLog.path, 'uploads'],
    queryFn: ({ signal }) =>
      call(auditLog, { query: { action: 'apps.uploaded', limit: UPLOADS_LISTED } }, { signal }),
  });
  const [params] = useSearchParams();
  const listed = data.flatMap(({ after, createdAt }) => {
    const { uploadId, fileName, count } = after ?? {};
    if (typeof uploadId !== 'string' || typeof fileName !== 'string' || typeof count !== 'number') return [];
    const date = day().format(Date.parse(createdAt));
    const name = t`${fileName}, ${date}: ${plural(count, { one: '# app', other: '# apps' })}`;
    return [[uploadId, name] as const];
  });
  const linked = idOf(params.get('upload'));
  const shortId = linked.slice(-6);
  const isListed = linked === '' || listed.some(([id]) => id === linked);
  return isListed ? listed : [...listed, [linked, t`Upload ${shortId}`]];
}

/** Returns the filters of the queue, kept in the address, and the query for the endpoint. */
export function usePendingFilters() {
  const filters = useFilters(filtersWith(useFieldFilters(), useUploads()));
  const { search, language } = filters.values;
  return { filters, asked: { ...filters.query, search, language } };
}

export type PendingFilterState = ReturnType<typeof usePendingFilters>['filters'];
export type Asked = ReturnType<typeof usePendingFilters>['asked'];

interface Props {
  filters: PendingFilterState;
  /** Name of the person whose apps are listed, if it is known. */
  submitter: string | undefined;
}

/** Search, filters and order of the queue, all kept in the address. */
export function PendingFilters({ filters, submitter }: Props) {
  const names = Object.keys(filters.filters) as (keyof typeof filters.filters)[];
  const more = names.filter((name) => name !== 'search' && name !== 'sort' && name !== 'submitter');
  const active = filters.countOf(more);
  const [isOpen, setIsOpen] = useState(active > 0 || filters.values.search !== '');
  const { sort: _, ...inFile } = filters.query;
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
          {more.map((name) => (
            <FilterControl key={name} state={filters} name={name} />
          ))}
        </div>
      </details>
      <div className="dash-buttons">
        <FilterChips state={filters} texts={{ submitter }} />
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
