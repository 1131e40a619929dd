import { useSearchParams } from 'wouter';

export const ROWS_PER_PAGE = 50;

/** The filters of a tab with the values that stand when the address names none. */
export type Filters = Readonly<Record<string, string>>;

export interface FilterState<F extends Filters> {
  values: F;
  /** The page, counted from 1. */
  page: number;
  offset: number;
  /** Whether any filter is set. */
  isFiltered: boolean;
  set: (name: keyof F & string, value: string) => void;
  turnTo: (page: number) => void;
  clear: () => void;
}

/** Filters and page of a list, kept in the address: a reload, a bookmark and the back button all lead to the same rows. */
export function useFilters<F extends Filters>(standard: F): FilterState<F> {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(
    Object.entries(standard).map(([name, value]) => [name, params.get(name) ?? value]),
  ) as F;
  const page = Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page'))) || 1));
  return {
    values,
    page,
    offset: (page - 1) * ROWS_PER_PAGE,
    isFiltered: Object.keys(standard).some((name) => values[name] !== standard[name]),
    set: (name, value) =>
      setParams(
        (before) => {
          before.delete('page');
          if (value === standard[name]) before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      ),
    turnTo: (next) =>
      setParams((before) => {
        if (next > 1) before.set('page', String(next));
        else before.delete('page');
        return before;
      }),
    clear: () => setParams(() => new URLSearchParams(), { replace: true }),
  };
}

/** The value if it is one of the choices, else the first of them: addresses are typed by people too. */
export function oneOf<const T extends string>(choices: readonly [T, ...T[]], value: string): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}
