import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';

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
