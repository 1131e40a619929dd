import { t } from '@lingui/core/macro';
import { categories } from '@zapdeck/contract/categories';
import { Field } from './field.tsx';
import { SelectInput } from './select-input.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (category: string) => void;
}

/** The one category of an app, which has to be chosen. */
export function CategorySelect({ value, error, onChange }: Props) {
  return (
    <Field label={t`Category`} error={error}>
      {(control) => (
        <SelectInput
          {...control}
          name="category"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="" disabled>{t`Choose a category`}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
