import { SelectInput } from '../ui/select-input.tsx';
import type { Options } from './filters.ts';
import './filters.css';

interface Props<T extends string> {
  label: string;
  value: T;
  options: Options<T>;
  onChoose: (value: T) => void;
}

/** A drop-down with its label above, for the row of filters. */
export function Choice<T extends string>({ label, value, options, onChoose }: Props<T>) {
  return (
    <label className="list-choice">
      <span>{label}</span>
      <SelectInput
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
