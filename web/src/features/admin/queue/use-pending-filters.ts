import { categories } from '@zapdeck/contract/categories';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { idOf } from '../parts/id-of.ts';

const filters = {
  search: { kind: 'search', label: 'Search the queue by title or URL' },
  sort: choice('Sort by', [
    ['oldest', 'Oldest first'],
    ['newest', 'Newest first'],
    ['title', 'Title'],
  ]),
  verdict: choice('Verdict', [
    ['all', 'All'],
    ['ok', 'Can be framed'],
    ['refused', 'Refuses framing'],
    ['unreachable', 'Unreachable'],
    ['unknown', 'Not checked yet'],
  ]),
  age: choice('Waiting', [
    ['all', 'All'],
    ['24h', 'Over 24 hours'],
    ['48h', 'Over 48 hours'],
    ['7d', 'Over 7 days'],
  ]),
  category: choice('Category', [
    ['all', 'All'],
    ...categories.map((category) => [category, category] as const),
  ]),
  resubmitted: choice('Submission', [
    ['all', 'All'],
    ['no', 'First submissions'],
    ['yes', 'Sent in again'],
  ]),
  submitter: { kind: 'hidden' },
  upload: { kind: 'hidden' },
} as const;

/** The filters of the queue, kept in the address, and as the endpoint takes them. */
export function usePendingFilters() {
  const state = useFilters(filters);
  const { submitter: submitterText, upload: uploadText, ...chosen } = state.values;
  const [submitter, upload] = [idOf(submitterText), idOf(uploadText)];
  const asked = { ...chosen, ...(submitter ? { submitter } : {}), ...(upload ? { upload } : {}) };
  return { filters: state, asked };
}

export type PendingFilterState = ReturnType<typeof usePendingFilters>;
export type Asked = PendingFilterState['asked'];
