import { i18n, type MessageDescriptor } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/query-client.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import type { Action } from '../../../lib/use-action.ts';
import { forgetSavedDraft, useDraft } from '../parts/unsaved.ts';

/** A configuration as typed. Numbers are text until they are saved. */
export type Typed<V> = { [K in keyof V]: V[K] extends number ? string : V[K] };

interface Definition<V> {
  /** Path of the calls. Also the name of the draft and the cache key. */
  path: string;
  read: (signal: AbortSignal) => Promise<V>;
  save: (values: V) => Promise<unknown>;
  /** Returns the values from the response of a save, if the server changes some. */
  storedIn?: (saved: unknown) => V;
  /** Parses the typed values; specification, section 5. */
  parse: (typed: Typed<V>) => V;
  success: MessageDescriptor;
  failure: MessageDescriptor;
}

export interface ConfigForm<V> {
  stored: V;
  typed: Typed<V>;
  /** Values that a save would store now. */
  values: V;
  isUnsaved: boolean;
  set: <K extends keyof V>(name: K, value: Typed<V>[K]) => void;
  /** Sets the fields that `values` contains. */
  fill: (values: Partial<V>) => void;
  discard: () => void;
  save: Action<void>;
  /** Discards the draft that this render shows, unless it has changed since. */
  settle: () => void;
}

function typedOf<V extends object>(values: V): Typed<V> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  ) as Typed<V>;
}

/** Returns the stored configuration, read on first use. */
export function useStored<V>({ path, read }: Definition<V>) {
  return useQuery({ queryKey: ['admin', path], queryFn: ({ signal }) => read(signal) });
}

/** Returns a form for the stored configuration. The draft is kept on all screens until it is saved or discarded. */
export function useConfigForm<V extends object>(definition: Definition<V>, stored: V): ConfigForm<V> {
  const { path, parse } = definition;
  const [draft, setDraft] = useDraft<Typed<V>>(path);
  const typed = draft ?? typedOf(stored);
  const values = parse(typed);
  const change = (next: Typed<V>) => {
    const isSame = JSON.stringify(next) === JSON.stringify(typedOf(stored));
    setDraft(isSame ? null : next);
  };
  const settle = () => forgetSavedDraft(path, draft);
  const save = useAdminAction({
    name: `save ${path}`,
    async work() {
      const saved = await definition.save(values);
      const now = definition.storedIn?.(saved) ?? values;
      queryClient.setQueryData<V>(['admin', path], (before) => before && { ...before, ...now });
      settle();
    },
    success: i18n._(definition.success),
    failure: i18n._(definition.failure),
  });
  return {
    stored,
    typed,
    values,
    isUnsaved: draft !== undefined,
    set: (name, value) => change({ ...typed, [name]: value }),
    fill: (some) => change({ ...typed, ...typedOf(some as V) }),
    discard: () => setDraft(null),
    save,
    settle,
  };
}
