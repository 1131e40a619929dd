import Search from 'lucide-react/icons/search';
import { usePausedText } from '../../lib/use-paused-text.ts';
import { controlClass } from './field.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field that reports its text after a pause in typing, or at once on Enter. */
export function SearchInput({ label, value, onChange }: Props) {
  const { text, change, settle, composition } = usePausedText(value, onChange);
  return (
    <form
      role="search"
      className="relative block"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <Search
        size={19}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 inset-s-4 my-auto text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        // On both sides, because the direction of the text can differ from that of the page.
        className={`${controlClass} px-11!`}
        value={text}
        {...composition}
        onChange={(event) => change(event.target.value)}
      />
    </form>
  );
}
