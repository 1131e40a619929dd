import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { inWords } from '../parts/words/in-words.ts';
import type { ConfigForm, Typed } from './use-config-form.ts';

interface Props {
  label: string;
  hint: string;
  value: string;
  step: number;
  min?: number;
  max?: number;
  onType: (text: string) => void;
  /** Corrects an invalid value when the field loses focus. */
  onLeave: () => void;
}

/** Number field with a step. The text stays as typed until the field loses focus. */
export function NumberField({ label, hint, value, step, min, max, onType, onLeave }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode={step < 1 ? 'decimal' : 'numeric'}
          step={step}
          min={min}
          max={max}
          className="tabular"
          value={value}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}

interface SettingField {
  standard: unknown;
  min?: number;
  max?: number;
}

interface FieldsProps<V> {
  form: Pick<ConfigForm<V>, 'typed' | 'values' | 'set'>;
  /** A row of `contract` for each setting. Those without bounds have other fields. */
  fields: Readonly<Record<keyof V, SettingField>>;
  /** Settings to show. All by default. */
  names?: readonly (keyof V & string)[];
  hintOf: (name: string, min: number, max: number) => string;
}

/** Fields for the whole numbers among settings. */
export function NumberFields<V extends object>({ form, fields, names, hintOf }: FieldsProps<V>) {
  const { typed, values, set } = form;
  return (names ?? (Object.keys(fields) as (keyof V & string)[])).map((name) => {
    const { min, max } = fields[name];
    if (min === undefined || max === undefined) return null;
    return (
      <NumberField
        key={name}
        label={inWords(name)}
        hint={hintOf(name, min, max)}
        step={1}
        min={min}
        max={max}
        value={String(typed[name])}
        onType={(text) => set(name, text as Typed<V>[typeof name])}
        onLeave={() => set(name, String(values[name]) as Typed<V>[typeof name])}
      />
    );
  });
}
