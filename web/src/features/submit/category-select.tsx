import { categories } from '@zapdeck/contract/apps';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { controlClass, Field } from '../../components/ui/field.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (category: string) => void;
}

/** The one category of an app, which has to be chosen. */
export function CategorySelect({ value, error, onChange }: Props) {
  return (
    <Field label="Category" error={error}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            name="category"
            required
            className={`${controlClass} appearance-none pr-11`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="" disabled>
              Choose a category
            </option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="pointer-events-none absolute top-3.5 right-3.5"
          />
        </div>
      )}
    </Field>
  );
}
