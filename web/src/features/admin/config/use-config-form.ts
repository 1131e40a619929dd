import { i18n, type MessageDescriptor } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { VERSION_HEADER } from '@zapdeck/contract/instance/settings';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useState } from 'react';
import { CallError, type CallOptions, callWithHeaders } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import type { Action } from '../../../lib/use-action.ts';
import { forgetSavedDraft, useDraft } from '../parts/unsaved.ts';

/** A configuration as typed. Numbers are text until they are saved. */
export type Typed<V> = { [K in keyof V]: V[K] extends number ? string : V[K] };

/** Values with the version of the settings that they belong to. */
export interface Stored<V, Version = number> {
  values: V;
  version: Version;
}

export interface Definition<V, Version> {
  /** Path of the calls. Also the name of the draft and the cache key. */
  path: string;
  read: (signal: AbortSignal) => Promise<Stored<V, Version>>;
  /** Returns what is stored afterwards. */
  save: (values: V, version: Version) => Promise<Stored<V, Version>>;
  /** Parses the typed values. */
  parse: (typed: Typed<V>) => V;
  success: MessageDescriptor;
  failure: MessageDescriptor;
}

/** Changes by another admin since the form was filled in. */
export interface Conflict {
  changes: NonNullable<ErrorBody['changes']>;
  /** Saves the form over them. Fields that were not edited keep the new values. */
  saveAnyway: () => void;
  /** Puts the new values into the form. Other edits stay. */
  takeOver: () => void;
}

export interface ConfigForm<V, Version = unknown> {
  /** The version that the form showed before the first edit. */
  version: Version;
  typed: Typed<V>;
  /** Values that a save would store now. */
  values: V;
  isUnsaved: boolean;
  /** Undefined if no other admin was faster. */
  conflict: Conflict | undefined;
  set: <K extends keyof V>(name: K, value: Typed<V>[K]) => void;
  /** Sets the fields that `values` contains. */
  fill: (values: Partial<V>) => void;
  discard: () => void;
  save: Action<void>;
  /** Shows the changes of another admin if they are the reason for the error. Returns true if they are. */
  refuse: (error: unknown) => boolean;
  /** Discards the draft that this render shows, unless it has changed since. */
  settle: () => void;
}

/** Edited fields, and the version that the form showed before the first edit. */
interface Draft<V, Version> {
  edited: Partial<Typed<V>>;
  version: Version;
}

/** Makes a call whose response has the version of the settings. */
export async function callVersioned<T extends Route>(
  route: T,
  input: CallInput<T>,
  options?: CallOptions,
): Promise<Stored<ResponseOf<T>>> {
  const { data, headers } = await callWithHeaders(route, input, options);
  return { values: data, version: Number(headers.get(VERSION_HEADER)) };
}

function typedOf<V extends object>(values: V): Typed<V> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  ) as Typed<V>;
}

/** Returns the stored configuration, read on first use. */
export function useStored<V, Version>({ path, read }: Pick<Definition<V, Version>, 'path' | 'read'>) {
  return useQuery({ queryKey: ['admin', path], queryFn: ({ signal }) => read(signal) });
}

/** Returns true if the path of a changed field, such as `legal.terms.url`, is about the field of the form. */
const isAbout = (path: string, field: string) => `.${path}.`.includes(`.${field}.`);

/** Returns a form for the stored configuration. The draft is kept on all screens until it is saved or discarded. */
export function useConfigForm<V extends object, Version>(
  definition: Definition<V, Version>,
  stored: Stored<V, Version>,
): ConfigForm<V, Version> {
  const { path, parse } = definition;
  const [draft, setDraft] = useDraft<Draft<V, Version>>(path);
  const [changes, setChanges] = useState<Conflict['changes']>();
  const shown = typedOf(stored.values);
  const typed = { ...shown, ...draft?.edited };
  const values = parse(typed);
  const { version } = draft ?? stored;
  const keep = (edited: Partial<Typed<V>>, since: Version) => {
    const isEdited = (name: string) =>
      JSON.stringify(edited[name as keyof V]) !== JSON.stringify(shown[name as keyof V]);
    const entries = Object.entries(edited).filter(([name]) => isEdited(name));
    if (entries.length === 0) setDraft(null);
    else setDraft({ edited: Object.fromEntries(entries) as Partial<Typed<V>>, version: since });
  };
  const change = (some: Partial<Typed<V>>) => keep({ ...draft?.edited, ...some }, version);
  const settle = () => forgetSavedDraft(path, draft);
  const refuse = (error: unknown) => {
    const found = error instanceof CallError ? error.changes : undefined;
    setChanges(found);
    return found !== undefined;
  };
  const save = useAdminAction<Version>({
    name: `save ${path}`,
    async work(seen) {
      const saved = await definition.save(values, seen);
      queryClient.setQueryData(['admin', path], saved);
      forgetSavedDraft(path, draft, (later) => ({ ...later, version: saved.version }));
    },
    success: i18n._(definition.success),
    failure: i18n._(definition.failure),
    onError: refuse,
    onDone: () => setChanges(undefined),
  });
  const takeOver = (found: Conflict['changes']) => {
    const isTheirs = (field: string) => Object.keys(found).some((name) => isAbout(name, field));
    const edited = Object.entries(draft?.edited ?? {}).filter(([field]) => !isTheirs(field));
    keep(Object.fromEntries(edited) as Partial<Typed<V>>, stored.version);
    setChanges(undefined);
  };
  return {
    version,
    typed,
    values,
    isUnsaved: draft !== undefined,
    conflict: changes && {
      changes,
      saveAnyway: () => save.start(...([stored.version] as Parameters<typeof save.start>)),
      takeOver: () => takeOver(changes),
    },
    set: (name, value) => change({ [name]: value } as unknown as Partial<Typed<V>>),
    fill: (some) => change(typedOf(some as V)),
    discard() {
      setDraft(null);
      setChanges(undefined);
    },
    save: { ...save, start: () => save.start(...([version] as Parameters<typeof save.start>)) },
    refuse,
    settle,
  };
}
