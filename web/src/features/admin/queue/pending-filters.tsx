import { useQuery } from '@tanstack/react-query';
import { categories } from '@zapdeck/contract/apps';
import { auditLog } from '@zapdeck/contract/audit-log';
import { pendingAppsCsv } from '@zapdeck/contract/csv-exports';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { idOf } from '../parts/id-of.ts';
import { SearchBox } from '../parts/list/search-box.tsx';
import type { PendingFilterState } from './use-pending-filters.ts';
import './pending-filters.css';

const sorts = [
  ['oldest', 'Oldest first'],
  ['newest', 'Newest first'],
  ['title', 'Title'],
] as const;
const verdicts = [
  ['all', 'All'],
  ['ok', 'Can be framed'],
  ['refused', 'Refuses framing'],
  ['unreachable', 'Unreachable'],
  ['unknown', 'Not checked yet'],
] as const;
const ages = [
  ['all', 'All'],
  ['24h', 'Over 24 hours'],
  ['48h', 'Over 48 hours'],
  ['7d', 'Over 7 days'],
] as const;
const submissions = [
  ['all', 'All'],
  ['no', 'First submissions'],
  ['yes', 'Sent in again'],
] as const;
const kinds = [['all', 'All'], ...categories.map((category) => [category, category] as const)] as const;

const UPLOADS_LISTED = 20;
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** The last bulk uploads, which the log names. */
function useUploads(isWanted: boolean) {
  const { data = [] } = useQuery({
    queryKey: ['admin', auditLog.path, 'uploads'],
    queryFn: ({ signal }) =>
      call(auditLog, { query: { action: 'apps.uploaded', limit: UPLOADS_LISTED } }, { signal }),
    enabled: isWanted,
  });
  return data.flatMap(({ after, createdAt }) => {
    const { uploadId, fileName, count } = after ?? {};
    return typeof uploadId === 'string' && typeof fileName === 'string' && typeof count === 'number'
      ? [
          [
            uploadId,
            `${fileName}, ${day.format(Date.parse(createdAt))}: ${formatCounted(count, 'app')}`,
          ] as const,
        ]
      : [];
  });
}

interface Props extends PendingFilterState {
  /** What the one submitter is called, where there is but one and something of theirs waits. */
  submitter: string | undefined;
}

/** What the queue is narrowed down to and how it is sorted; all of it stands in the address. */
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
  const { sort: _, ...inFile } = asked;
  return (
    <div className="dash-queue-filters" data-open={isOpen || undefined}>
      <div className="dash-queue-first">
        <SearchBox
          label="Search the queue by title or URL"
          value={values.search}
          onSearch={(text) => set('search', text)}
        />
        <Choice label="Sort by" value={asked.sort} options={sorts} onChoose={(next) => set('sort', next)} />
      </div>
      <details
        className="dash-details"
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>
          <span className="md:hidden">Search and filters</span>
          <span className="max-md:hidden">Filters</span>
          {active > 0 ? <span>{` (${active})`}</span> : null}
        </summary>
        <div className="dash-queue-more">
          <Choice
            label="Verdict"
            value={asked.verdict}
            options={verdicts}
            onChoose={(next) => set('verdict', next)}
          />
          <Choice label="Waiting" value={asked.age} options={ages} onChoose={(next) => set('age', next)} />
          <Choice
            label="Category"
            value={asked.category}
            options={kinds}
            onChoose={(next) => set('category', next)}
          />
          <Choice
            label="Submission"
            value={asked.resubmitted}
            options={submissions}
            onChoose={(next) => set('resubmitted', next)}
          />
          <Choice
            label="Upload"
            value={upload}
            options={[
              ['', 'All'],
              ...uploads,
              ...(isListed ? [] : [[upload, `Upload ${upload.slice(-6)}`] as const]),
            ]}
            onChoose={(next) => set('upload', next)}
          />
        </div>
      </details>
      <div className="dash-buttons">
        {asked.submitter ? (
          <Button variant="secondary" onClick={() => set('submitter', '')}>
            <span>
              Only by <bdi>{submitter ?? 'one submitter'}</bdi>: show all
            </span>
          </Button>
        ) : null}
        {filters.isFiltered ? (
          <Button variant="quiet" onClick={filters.clear}>
            Clear filters
          </Button>
        ) : null}
        <span className="dash-queue-file">
          <CsvLink route={pendingAppsCsv} query={inFile} />
        </span>
      </div>
    </div>
  );
}
