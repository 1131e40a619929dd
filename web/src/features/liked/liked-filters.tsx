import { LikedSort } from '@zapdeck/contract/apps';
import Search from 'lucide-react/icons/search';
import { controlClass } from '../../components/ui/field.tsx';
import { SelectInput } from '../../components/ui/select-input.tsx';
import { usePausedText } from '../../lib/use-paused-text.ts';

const names: Record<LikedSort, string> = {
  liked: 'Newest likes first',
  title: 'By title',
  upvotes: 'Most liked first',
};

interface Props {
  search: string;
  sort: LikedSort;
  onSearch: (search: string) => void;
  onSort: (sort: LikedSort) => void;
}

/** What of the liked apps is shown, and in which order. */
export function LikedFilters({ search, sort, onSearch, onSort }: Props) {
  const { text, change, settle } = usePausedText(search, onSearch);
  return (
    <form
      role="search"
      className="mb-4 grid gap-3 sm:grid-cols-[1fr_15rem]"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <span className="relative block">
        <Search
          size={19}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted"
        />
        <input
          type="search"
          aria-label="Search your liked apps"
          placeholder="Search your liked apps"
          maxLength={200}
          autoComplete="off"
          className={`${controlClass} pl-11!`}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </span>
      <SelectInput
        aria-label="Order"
        value={sort}
        onChange={(event) => onSort(LikedSort.parse(event.target.value))}
      >
        {LikedSort.options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </SelectInput>
    </form>
  );
}
