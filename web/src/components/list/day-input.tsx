import { TextInput } from '../ui/text-input.tsx';
import './filters.css';

interface Props {
  label: string;
  /** As YYYY-MM-DD; empty for none. */
  value: string;
  onChange: (day: string) => void;
}

/** A day, for the row of filters. */
export function DayInput({ label, value, onChange }: Props) {
  return (
    <label className="list-choice">
      <span>{label}</span>
      <TextInput type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
