import Search from 'lucide-react/icons/search';
import { usePausedText } from '../../lib/use-paused-text.ts';
import './filters.css';

interface Props {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search that follows the typing after a short pause, and at once on Enter. */
export function SearchBox({ label, value, onSearch }: Props) {
  const { text, change, settle } = usePausedText(value, onSearch);
  return (
    <form
      role="search"
      className="list-search"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <Search size={19} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="list-control"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </form>
  );
}
