import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { endOfDay, startOfDay } from './days.ts';

export const ROWS_PER_PAGE = 50;
const PAGE_MAX = 1_000_000;

export type Options<T extends string = string> = readonly (readonly [value: T, text: string])[];

type Filter =
  | { kind: 'search'; label: string }
  /** A day in the time zone of the browser. The request gets its start or its end. */
  | { kind: 'day'; label: string; edge: 'start' | 'end' }
  /** The first option is the default. */
  | { kind: 'choice'; label: string; options: Options }
  /** An id that a link has set. A chip shows and removes it. */
  | { kind: 'id'; label: string };

/** Filters of a list, by their names in the address. */
export type Filters = Readonly<Record<string, Filter>>;

type ValueOf<F extends Filter> = F extends { options: Options<infer T> } ? T : string;
type FilterValues<F extends Filters> = { readonly [Name in keyof F]: ValueOf<F[Name]> };
/** Empty values are left out. */
type FilterQuery<F extends Filters> = {
  readonly [Name in keyof F as '' extends ValueOf<F[Name]> ? never : Name]: ValueOf<F[Name]>;
} & {
  readonly [Name in keyof F as '' extends ValueOf<F[Name]> ? Name : never]?: Exclude<ValueOf<F[Name]>, ''>;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the text if it is an id, else an empty string. For ids in addresses, which users can edit. */
export const idOf = (text: string | null): string => (text !== null && UUID.test(text) ? text : '');

/** A drop-down. The first option is the default. */
export function choice<const T extends string>(label: string, options: Options<T>) {
  return { kind: 'choice', label, options } as const;
}

export interface FilterState<F extends Filters> {
  filters: F;
  values: FilterValues<F>;
  /** The filters as list endpoints expect them. */
  query: FilterQuery<F>;
  page: number;
  /** Rows of the page, as list endpoints expect them. */
  rows: { limit: number; offset: number };
  isFiltered: boolean;
  /** Returns how many of these filters differ from their defaults. */
  countOf: (names: readonly (keyof F & string)[]) => number;
  set: (name: keyof F & string, value: string) => void;
  turnTo: (page: number) => void;
  clear: () => void;
}

const defaultOf = (filter: Filter) => (filter.kind === 'choice' ? (filter.options[0]?.[0] ?? '') : '');

function valueOf(filter: Filter, text: string | null): string {
  if (filter.kind === 'id') return idOf(text);
  const value = text ?? defaultOf(filter);
  return filter.kind === 'choice' && !filter.options.some(([option]) => option === value)
    ? defaultOf(filter)
    : value;
}

function asked(filter: Filter, value: string): string | undefined {
  if (filter.kind !== 'day') return value || undefined;
  return filter.edge === 'start' ? startOfDay(value) : endOfDay(value);
}

function stateOf<F extends Filters>(filters: F, read: (name: string) => string | null, page: number) {
  const names = Object.entries(filters);
  const values = Object.fromEntries(names.map(([name, filter]) => [name, valueOf(filter, read(name))]));
  const isSet = ([name, filter]: (typeof names)[number]) => values[name] !== defaultOf(filter);
  const query = names.flatMap(([name, filter]) => {
    const value = asked(filter, values[name] ?? '');
    return value === undefined ? [] : [[name, value]];
  });
  return {
    filters,
    values: values as FilterValues<F>,
    query: Object.fromEntries(query) as FilterQuery<F>,
    page,
    rows: { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE },
    isFiltered: names.some(isSet),
    countOf: (some: readonly string[]) => names.filter((one) => some.includes(one[0]) && isSet(one)).length,
  };
}

/** Keeps filters and page in the address, so that a reload, a bookmark and the back button show the same rows. */
export function useFilters<F extends Filters>(filters: F, pageName = 'page'): FilterState<F> {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.min(PAGE_MAX, Math.trunc(Number(params.get(pageName))) || 1));
  return {
    ...stateOf(filters, (name) => params.get(name), page),
    set: (name, value) =>
      setParams(
        (before) => {
          const filter = filters[name];
          before.delete(pageName);
          if (filter && value === defaultOf(filter)) before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      ),
    turnTo: (next) =>
      setParams((before) => {
        if (next > 1) before.set(pageName, String(next));
        else before.delete(pageName);
        return before;
      }),
    clear: () => setParams(() => new URLSearchParams(), { replace: true }),
  };
}

/** Keeps filters and page in the component, for screens with several lists. */
export function useLocalFilters<F extends Filters>(filters: F): FilterState<F> {
  const [{ texts, page }, setState] = useState<{ texts: Record<string, string>; page: number }>({
    texts: {},
    page: 1,
  });
  return {
    ...stateOf(filters, (name) => texts[name] ?? null, page),
    set: (name, value) => setState({ texts: { ...texts, [name]: value }, page: 1 }),
    turnTo: (next) => setState({ texts, page: next }),
    clear: () => setState({ texts: {}, page: 1 }),
  };
}
