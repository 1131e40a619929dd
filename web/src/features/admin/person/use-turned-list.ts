import type { CallInput, Route } from '@zapdeck/contract/route';
import { useState } from 'react';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { ROWS_PER_PAGE } from '../parts/list/use-filters.ts';

/** A list among others on a screen: its page is kept here, and begins anew with another filter. */
export function useTurnedList<T extends Route>(
  route: T,
  filter: string,
  inputOf: (page: { limit: number; offset: number }) => CallInput<T>,
) {
  const [place, setPlace] = useState({ filter, page: 1 });
  const page = place.filter === filter ? place.page : 1;
  const query = useAdminList(route, inputOf({ limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE }));
  return { query, filters: { page, turnTo: (next: number) => setPlace({ filter, page: next }) } };
}
