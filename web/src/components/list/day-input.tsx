import { TextInput } from '../ui/text-input.tsx';
import './filters.css';

interface Props {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** Date field for the row of filters. */
export function DayInput({ label, value, onChange }: Props) {
  return (
    <label className="list-choice">
      <span>{label}</span>
      <TextInput
        type="date"
        className="px-3!"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
