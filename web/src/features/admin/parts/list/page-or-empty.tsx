import type { ReactNode } from 'react';
import { formatCount } from '../../../../lib/numbers.ts';
import { EmptyList } from './empty-list.tsx';
import { type FilterState, ROWS_PER_PAGE } from './use-filters.ts';

interface Props {
  /** How many rows the page has, and how many the whole list. */
  rows: number;
  total: number;
  filters: Pick<FilterState<never>, 'page' | 'turnTo'>;
  /** In place of a list that has nothing in it. */
  empty: ReactNode;
  children: ReactNode;
}

/** The rows of a page; where there are none, why: the list is empty, or ends before this page. */
export function PageOrEmpty({ rows, total, filters: { page, turnTo }, empty, children }: Props) {
  if (rows > 0) return children;
  if (total === 0) return empty;
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  return (
    <EmptyList
      title={`There is no page ${formatCount(page)}`}
      text={`The list ends with page ${formatCount(pages)}.`}
      wayOut={{
        label: pages === 1 ? 'Go to the first page' : 'Go to the last page',
        onTake: () => turnTo(pages),
      }}
    />
  );
}
