import { choiceFields } from '@zapdeck/contract/apps/listing';
import { listingLabels, listingPrompts } from '../../lib/listing-texts.ts';
import { choicesOf } from '../../lib/choices.ts';
import { Field } from './field.tsx';
import { SelectInput } from './select-input.tsx';

interface Props {
  name: keyof typeof choiceFields;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** A field of a listing that has a list of values. */
export function ChoiceField({ name, value, error, onChange }: Props) {
  const { isOptional } = choiceFields[name];
  return (
    <Field label={listingLabels()[name]} optional={isOptional} error={error}>
      {(control) => (
        <SelectInput
          {...control}
          name={name}
          required={!isOptional}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="" disabled={!isOptional}>
            {listingPrompts()[name]}
          </option>
          {choicesOf(name).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
