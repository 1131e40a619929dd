import { Category, FrameStatus } from '@zapdeck/contract/apps';
import { PendingAge, PendingResubmitted, PendingSort } from '@zapdeck/contract/pending-apps';
import { idOf } from '../parts/id-of.ts';
import { oneOf, useFilters } from '../parts/list/use-filters.ts';

const standard = {
  search: '',
  sort: 'oldest',
  verdict: 'all',
  age: 'all',
  category: 'all',
  resubmitted: 'all',
  submitter: '',
  upload: '',
} as const;

/** The filters of the queue, kept in the address, and as the server is asked by them. */
export function usePendingFilters() {
  const filters = useFilters<Record<keyof typeof standard, string>>(standard);
  const { values } = filters;
  const [submitter, upload] = [idOf(values.submitter), idOf(values.upload)];
  const asked = {
    search: values.search,
    sort: oneOf(PendingSort.options as ['oldest', ...typeof PendingSort.options], values.sort),
    verdict: oneOf(['all', ...FrameStatus.options], values.verdict),
    age: oneOf(['all', ...PendingAge.options], values.age),
    category: oneOf(['all', ...Category.options], values.category),
    resubmitted: oneOf(['all', ...PendingResubmitted.options], values.resubmitted),
    ...(submitter ? { submitter } : {}),
    ...(upload ? { upload } : {}),
  };
  return { filters, asked };
}

export type PendingFilterState = ReturnType<typeof usePendingFilters>;
export type Asked = PendingFilterState['asked'];
