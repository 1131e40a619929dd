import { t } from '@lingui/core/macro';
import { LikedSort } from '@zapdeck/contract/apps/apps';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { SelectInput } from '../../components/ui/select-input.tsx';

const names = (): Record<LikedSort, string> => ({
  liked: t`Newest likes first`,
  title: t`By title`,
  upvotes: t`Most liked first`,
});

interface Props {
  search: string;
  sort: LikedSort;
  onSearch: (search: string) => void;
  onSort: (sort: LikedSort) => void;
}

export function LikedFilters({ search, sort, onSearch, onSort }: Props) {
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_15rem]">
      <SearchInput label={t`Search your liked apps`} value={search} onChange={onSearch} />
      <SelectInput
        aria-label={t`Sort by`}
        value={sort}
        onChange={(event) => onSort(LikedSort.parse(event.target.value))}
      >
        {LikedSort.options.map((option) => (
          <option key={option} value={option}>
            {names()[option]}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}
