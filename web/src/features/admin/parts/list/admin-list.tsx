import type { ReactNode } from 'react';
import { QueryView } from '../../../../components/ui/query-view.tsx';
import { Status } from '../../../../components/ui/status.tsx';
import type { Elements } from '../../../../lib/elements.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { PageOrEmpty } from './page-or-empty.tsx';
import { Pager } from './pager.tsx';
import type { AdminListQuery } from './use-admin-list.ts';
import type { FilterState } from './use-filters.ts';

interface Props<T> {
  query: AdminListQuery<T>;
  /** What is listed, in words: 'the apps'. */
  what: string;
  filters: Pick<FilterState<never>, 'page' | 'turnTo'>;
  /** Says how long the list is. */
  showing?: (total: number) => string;
  /** In place of a list that has nothing in it. */
  empty: ReactNode;
  /** What stands in place of the pager. */
  foot?: Elements;
  children: (items: T[], isBusy: boolean) => ReactNode;
}

/** A page of a list: how long it is, its rows or why there are none, and the way to the other pages. */
export function AdminList<T>({ query, what, filters, showing, empty, foot, children }: Props<T>) {
  return (
    <QueryView query={query} what={what} skeleton={<ListSkeleton />}>
      {(page) => (
        <>
          {showing ? (
            <Status className={page.total === 0 ? 'sr-only' : 'dash-showing tabular'}>
              {showing(page.total)}
            </Status>
          ) : null}
          <PageOrEmpty rows={page.items.length} total={page.total} filters={filters} empty={empty}>
            {children(page.items, query.isPlaceholderData)}
          </PageOrEmpty>
          {foot === undefined ? (
            <Pager page={filters.page} total={page.total} onTurn={filters.turnTo} />
          ) : (
            foot
          )}
        </>
      )}
    </QueryView>
  );
}
