import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { say } from './say.ts';

type Errors<V> = Partial<Record<keyof V & string, string>>;

type TextName<V> = {
  [K in keyof V & string]: NonNullable<V[K]> extends string ? K : never;
}[keyof V & string];

export interface Bound {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

export interface Form<V, Out> {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  errors: Errors<V>;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  fill: (part: Partial<V>) => void;
  /** Checks a field on blur, unless it is empty. */
  leave: (name: keyof V & string) => void;
  /** Returns the props of a text control for the field. */
  bind: (name: TextName<V>) => Bound;
  /** Returns a submit handler that calls `start` with valid values, or shows errors. */
  submit: (start: (values: Out) => void) => (event: SubmitEvent) => void;
  /** Shows errors from the server. Ignores unknown names. */
  refuse: (errors: Readonly<Record<string, string>>) => void;
}

function errorsOf<V>(schema: z.ZodMiniType, values: V): Errors<V> {
  const result = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) errors[String(issue.path[0])] ??= say(issue.message);
  return errors as Errors<V>;
}

interface State<V> {
  values: V;
  errors: Errors<V>;
  /** Errors from the server stay until the user changes the field, because the schema cannot check them. */
  refused: Errors<V>;
}

function only<V>(errors: Errors<V>, keep: (name: string, message: string) => string | undefined): Errors<V> {
  return Object.fromEntries(
    Object.entries<string | undefined>(errors).flatMap(([name, message]) => {
      const kept = keep(name, message ?? '');
      return kept === undefined ? [] : [[name, kept]];
    }),
  ) as Errors<V>;
}

/** Removes errors that no longer apply, and adds none. */
function filled<V extends object>(schema: z.ZodMiniType, before: State<V>, part: Partial<V>): State<V> {
  const values = { ...before.values, ...part };
  const found = errorsOf(schema, values);
  return {
    values,
    errors: only(before.errors, (name) => found[name as keyof V & string]),
    refused: only(before.refused, (name, message) => (name in part ? undefined : message)),
  };
}

/** Returns a form that a schema of the contract validates. Errors stay beside their fields until corrected. */
export function useForm<V extends object, S extends z.ZodMiniType>(
  schema: S,
  initial: V,
): Form<V, z.output<S>> {
  const ref = useRef<HTMLFormElement>(null);
  // One state, updated from its current value, because browsers fill in two fields at once.
  const [state, setState] = useState<State<V>>({ values: initial, errors: {}, refused: {} });
  const [refusals, setRefusals] = useState(0);

  const fill = (part: Partial<V>) => setState((before) => filled(schema, before, part));

  // A password manager or a quick user may have filled in the prerendered form before hydration.
  useLayoutEffect(() => {
    const early = [...(ref.current?.elements ?? [])].flatMap((control) =>
      control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value !== ''
        ? [[control.name, control.value] as const]
        : [],
    );
    setState(({ values, ...rest }) => {
      const found = early.filter(([name, value]) => name in values && values[name as keyof V] !== value);
      return { ...rest, values: { ...values, ...Object.fromEntries(found) } };
    });
  }, []);

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  const refuse = (part: Partial<State<V>>) => {
    setState((before) => ({ ...before, ...part }));
    setRefusals((count) => count + 1);
  };
  const set = <K extends keyof V>(name: K, value: V[K]) => fill({ [name]: value } as unknown as Partial<V>);
  const leave = (name: keyof V & string) =>
    setState((before) => {
      const message = errorsOf(schema, before.values)[name];
      if (message === undefined || String(before.values[name]) === '') return before;
      return { ...before, errors: { ...before.errors, [name]: message } };
    });

  return {
    ref,
    values: state.values,
    errors: { ...state.refused, ...state.errors },
    set,
    fill,
    leave,
    bind: (name) => ({
      name,
      value: String(state.values[name] ?? ''),
      onChange: (event) => set(name, event.target.value as V[typeof name]),
      onBlur: () => leave(name),
    }),
    refuse: (refused) => refuse({ refused: refused as Errors<V> }),
    submit: (start) => (event) => {
      event.preventDefault();
      const result = schema.safeParse(state.values);
      if (!result.success) return refuse({ errors: errorsOf(schema, state.values) });
      setState((before) => ({ ...before, errors: {}, refused: {} }));
      start(result.data);
    },
  };
}
