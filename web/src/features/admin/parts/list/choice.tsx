import { SelectInput } from '../../../../components/ui/select-input.tsx';
import './filters.css';

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChoose: (value: T) => void;
}

/** A drop-down with its label above, for the row of filters. */
export function Choice<T extends string>({ label, value, options, onChoose }: Props<T>) {
  return (
    <label className="dash-choice">
      <span>{label}</span>
      <SelectInput
        className="dash-control"
        value={value}
        onChange={(event) => {
          const chosen = options.find(([option]) => option === event.target.value);
          if (chosen) onChoose(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </SelectInput>
    </label>
  );
}
