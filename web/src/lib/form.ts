import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

type Errors<V> = Partial<Record<keyof V & string, string>>;

/** The fields that hold text. */
type TextName<V> = {
  [K in keyof V & string]: NonNullable<V[K]> extends string ? K : never;
}[keyof V & string];

/** What ties a text control to its field of a form. */
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
  /** Sets several fields at once. */
  fill: (part: Partial<V>) => void;
  /** Checks one field when the person leaves it, unless it is still empty. */
  leave: (name: keyof V & string) => void;
  /** Ties a text control to the field. */
  bind: (name: TextName<V>) => Bound;
  /** The checked values, or undefined after showing what is wrong and going to the first wrong field. */
  check: () => Out | undefined;
  /** Shows errors that the server found. */
  refuse: (errors: Errors<V>) => void;
}

function errorsOf<V>(schema: z.ZodMiniType, values: V): Errors<V> {
  const result = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors as Errors<V>;
}

/** A form whose rules are a schema of the contract: errors appear beside their fields and leave as they are mended. */
export function useForm<V extends object, S extends z.ZodMiniType>(
  schema: S,
  initial: V,
): Form<V, z.output<S>> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  // What the server refused stands until the person changes that very field; the schema cannot tell it is mended.
  const [served, setServed] = useState<Errors<V>>({});
  const [refusals, setRefusals] = useState(0);

  // A password manager, or somebody quick, may have filled in a prerendered form before the scripts took over.
  useLayoutEffect(() => {
    const early = new Map(
      [...(ref.current?.elements ?? [])].flatMap((control) =>
        control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value !== ''
          ? [[control.name, control.value] as const]
          : [],
      ),
    );
    setValues((known) => {
      const found = Object.keys(known).filter(
        (name) => early.has(name) && early.get(name) !== known[name as keyof V],
      );
      return found.length === 0
        ? known
        : { ...known, ...Object.fromEntries(found.map((name) => [name, early.get(name)])) };
    });
  }, []);

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  const goToFirstError = () => setRefusals((count) => count + 1);

  const fill = (part: Partial<V>) => {
    const next = { ...values, ...part };
    setValues(next);
    setServed(
      (shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in part))) as Errors<V>,
    );
    const found = errorsOf(schema, next);
    // Typing mends errors that are shown; it never brings up new ones.
    setErrors(
      (shown) =>
        Object.fromEntries(
          Object.entries(shown).flatMap(([field]) => {
            const message = found[field as keyof V & string];
            return message === undefined ? [] : [[field, message]];
          }),
        ) as Errors<V>,
    );
  };
  const set = <K extends keyof V>(name: K, value: V[K]) => fill({ [name]: value } as unknown as Partial<V>);
  const leave = (name: keyof V & string) => {
    const message = errorsOf(schema, values)[name];
    if (message !== undefined && String(values[name]) !== '')
      setErrors((shown) => ({ ...shown, [name]: message }));
  };

  return {
    ref,
    values,
    errors: { ...served, ...errors },
    set,
    fill,
    leave,
    bind: (name) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: (event) => set(name, event.target.value as V[typeof name]),
      onBlur: () => leave(name),
    }),
    refuse: (found) => {
      setServed(found);
      goToFirstError();
    },
    check: () => {
      const result = schema.safeParse(values);
      if (result.success) {
        setErrors({});
        setServed({});
        return result.data;
      }
      setErrors(errorsOf(schema, values));
      goToFirstError();
      return undefined;
    },
  };
}
