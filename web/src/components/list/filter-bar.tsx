import { t } from '@lingui/core/macro';
import X from 'lucide-react/icons/x';
import { Button } from '../ui/button.tsx';
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
}

/** The controls of all filters of a list, in their order. */
export function FilterBar<F extends Filters>({ state, className = '' }: Props<F>) {
  const names = Object.keys(state.filters);
  const kinds = Object.values(state.filters).flatMap(({ kind }) => (kind === 'id' ? [] : [kind]));
  const look = kinds.includes('search') ? 'search' : 'even';
  return (
    <div
      className={`list-filters ${className}`}
      data-look={kinds.length > 3 && look === 'search' ? 'long-search' : look}
    >
      {names.map((name) => (
        <FilterControl key={name} state={state} name={name} />
      ))}
    </div>
  );
}

/** Names of the things whose ids are filters, where they are known. */
export type ChipTexts<F extends Filters> = { readonly [Name in keyof F]?: string | undefined };

interface ChipsProps<F extends Filters> {
  state: FilterState<F>;
  texts: ChipTexts<F>;
}

/** A chip for each id in the address. It removes the filter. */
export function FilterChips<F extends Filters>({ state, texts }: ChipsProps<F>) {
  return Object.entries(state.filters).map(([name, { kind, label }]) => {
    if (kind !== 'id' || !state.values[name]) return null;
    const text = texts[name] ?? label;
    return (
      <Button
        key={name}
        variant="secondary"
        className="max-w-full"
        aria-label={t`Filtered by ${text}. Show all`}
        onClick={() => state.set(name, '')}
      >
        <bdi className="min-w-0 truncate">{text}</bdi>
        <X size={16} aria-hidden="true" className="shrink-0" />
      </Button>
    );
  });
}
