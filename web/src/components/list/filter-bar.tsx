import type { Elements } from '../../lib/elements.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Choice } from './choice.tsx';
import type { Filters, FilterState } from './filters.ts';
import './filters.css';

interface DayInputProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** Date field for the row of filters. */
function DayInput({ label, value, onChange }: DayInputProps) {
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

interface ControlProps<F extends Filters> {
  state: FilterState<F>;
  name: keyof F & string;
}

export function FilterControl<F extends Filters>({ state, name }: ControlProps<F>) {
  const filter = state.filters[name];
  const value = state.values[name] ?? '';
  const change = (next: string) => state.set(name, next);
  switch (filter?.kind) {
    case 'search':
      return <SearchInput label={filter.label} value={value} onChange={change} />;
    case 'choice':
      return <Choice label={filter.label} value={value} options={filter.options} onChoose={change} />;
    case 'day':
      return <DayInput label={filter.label} value={value} onChange={change} />;
    default:
      return null;
  }
}

interface Props<F extends Filters> {
  state: FilterState<F>;
  className?: string;
  /** Controls of hidden filters, before all others. */
  children?: Elements | undefined;
}

/** The controls of all filters of a list, in their order. */
export function FilterBar<F extends Filters>({ state, className = '', children }: Props<F>) {
  const names = Object.keys(state.filters);
  const kinds = Object.values(state.filters).map(({ kind }) => kind);
  const look = kinds.includes('search') ? 'search' : 'even';
  return (
    <div
      className={`list-filters ${className}`}
      data-look={kinds.length > 3 && look === 'search' ? 'long-search' : look}
    >
      {children}
      {names.map((name) => (
        <FilterControl key={name} state={state} name={name} />
      ))}
    </div>
  );
}
