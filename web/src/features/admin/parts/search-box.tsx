import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import './filters.css';

/** How long a pause in typing is before the list follows. */
const PAUSE_MS = 250;

interface Props {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search that follows the typing after a short pause, and at once on Enter. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Somebody else changed the address: the back button, or "clear".
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setKnown(text);
      onSearch(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <form
      role="search"
      className="ad-search"
      onSubmit={(event) => {
        event.preventDefault();
        setKnown(text);
        onSearch(text);
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
        className="ad-control"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
