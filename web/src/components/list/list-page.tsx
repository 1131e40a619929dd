import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Route } from '@zapdeck/contract/wire/route';
import { type ReactNode, useId } from 'react';
import type { Elements } from '../../lib/elements.ts';
import { formatCount } from '../../lib/numbers.ts';
import type { Page } from '../../lib/paged-list.ts';
import { QueryView } from '../ui/query-view.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { Status } from '../ui/status.tsx';
import { CsvLink } from './csv-link.tsx';
import { EmptyList, type EmptyListProps } from './empty-list.tsx';
import { type ChipTexts, FilterBar, FilterChips, FilterControl } from './filter-bar.tsx';
import { type FilterState, type Filters, ROWS_PER_PAGE } from './filters.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { Pager } from './pager.tsx';
import './list-page.css';

interface Props<T, F extends Filters> {
  title: string;
  isTitleHidden?: boolean;
  /** Beside the title. If undefined, a single filter is shown there. */
  aside?: Elements | undefined;
  intro?: Elements | undefined;
  state: FilterState<F>;
  /** Texts of the chips for ids in the address. */
  chips?: ChipTexts<F>;
  query: UseQueryResult<Page<T>>;
  failure: string;
  file?: { route: Route; query: Readonly<Record<string, string | number | undefined>> };
  /** Returns the length of the list in words. */
  showing: (total: number) => string;
  /** Replaces an empty list, as a card or a line. */
  empty: EmptyListProps | string;
  /** Replaces a list without matches for its filters. Default: `empty`. */
  nothingFound?: { title: string; text: string; showAll: string };
  /** Replaces the pager. */
  foot?: Elements;
  children: (items: T[]) => ReactNode;
}

/** A list of the server with title, filters, download, rows and pager, or the reason why there are no rows. */
export function ListPage<T, F extends Filters>({
  title,
  isTitleHidden = false,
  aside,
  intro,
  state,
  chips = {},
  query,
  failure,
  file,
  showing,
  empty,
  nothingFound,
  foot,
  children,
}: Props<T, F>) {
  const id = useId();
  const [only, ...others] = Object.entries(state.filters).filter(([, { kind }]) => kind !== 'id');
  const hasBar = others.length > 0;
  const besideTitle =
    aside === undefined && only && !hasBar ? <FilterControl state={state} name={only[0]} /> : aside;
  const none = (total: number) => {
    if (total > 0) return <NoSuchPage total={total} state={state} />;
    if (state.isFiltered && nothingFound) {
      const { showAll, ...words } = nothingFound;
      return <EmptyList {...words} wayOut={{ label: showAll, onTake: state.clear }} />;
    }
    return typeof empty === 'string' ? <p className="text-muted">{empty}</p> : <EmptyList {...empty} />;
  };
  return (
    <section aria-labelledby={id}>
      {besideTitle ? (
        <SectionHead id={id} title={title}>
          {besideTitle}
        </SectionHead>
      ) : (
        <h2 id={id} className={isTitleHidden ? 'sr-only' : `display text-heading ${hasBar ? '' : 'mb-4'}`}>
          {title}
        </h2>
      )}
      {intro}
      {hasBar ? <FilterBar state={state} className={besideTitle || isTitleHidden ? '' : 'mt-4'} /> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <FilterChips state={state} texts={chips} />
      </div>
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4">
        <Status className={query.data?.total === 0 ? 'sr-only' : 'tabular text-sm text-muted'}>
          {query.data ? showing(query.data.total) : ''}
        </Status>
        {file ? (
          <div className="-me-4 ms-auto forced-colors:me-0">
            <CsvLink {...file} />
          </div>
        ) : null}
      </div>
      <QueryView query={query} failure={failure} skeleton={<ListSkeleton />}>
        {({ items, total }) => (
          <>
            {items.length > 0 ? (
              <div className="list-rows" aria-busy={query.isPlaceholderData}>
                {children(items)}
              </div>
            ) : (
              none(total)
            )}
            {foot === undefined ? <Pager page={state.page} total={total} onTurn={state.turnTo} /> : foot}
          </>
        )}
      </QueryView>
    </section>
  );
}

function NoSuchPage<F extends Filters>({ total, state }: { total: number; state: FilterState<F> }) {
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  const page = formatCount(state.page);
  const lastPage = formatCount(pages);
  return (
    <EmptyList
      title={t`There is no page ${page}`}
      text={t`The list ends with page ${lastPage}.`}
      wayOut={{
        label: pages === 1 ? t`Go to the first page` : t`Go to the last page`,
        onTake: () => state.turnTo(pages),
      }}
    />
  );
}
