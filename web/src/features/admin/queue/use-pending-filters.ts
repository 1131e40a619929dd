import { t } from '@lingui/core/macro';
import { categories } from '@zapdeck/contract/apps/categories';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { useFieldFilters } from '../parts/field-filters.ts';
import { idOf } from '../parts/id-of.ts';
import { say } from '../../../lib/say.ts';

const filtersWith = (ofFields: ReturnType<typeof useFieldFilters>) =>
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
    submitter: { kind: 'hidden' },
    upload: { kind: 'hidden' },
  }) as const;

/** Returns the filters of the queue, kept in the address, and the query for the endpoint. */
export function usePendingFilters() {
  const state = useFilters(filtersWith(useFieldFilters()));
  const { submitter: submitterText, upload: uploadText, ...chosen } = state.values;
  const [submitter, upload] = [idOf(submitterText), idOf(uploadText)];
  const asked = { ...chosen, ...(submitter ? { submitter } : {}), ...(upload ? { upload } : {}) };
  return { filters: state, asked };
}

export type PendingFilterState = ReturnType<typeof usePendingFilters>;
export type Asked = PendingFilterState['asked'];
