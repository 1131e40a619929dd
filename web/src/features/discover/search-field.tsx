import { t } from '@lingui/core/macro';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { controlClass } from '../../components/ui/field.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import type { useComposition } from '../../lib/use-paused-text.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  text: string;
  onChange: (text: string) => void;
  onClear: () => void;
  composition: ReturnType<typeof useComposition>['composition'];
}

/** The field that searches all apps. */
export function SearchField({ ref, text, onChange, onClear, composition }: Props) {
  const label = t`Search apps`;
  return (
    <div className="relative">
      <Search
        size={20}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 inset-s-4 my-auto text-muted"
      />
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={label}
        placeholder={t`Apps, topics, people`}
        maxLength={SEARCH_QUERY_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        className={`${controlClass} discover-field min-h-13! rounded-pill! px-13!`}
        value={text}
        {...composition}
        onChange={(event) => onChange(event.target.value)}
      />
      {text === '' ? (
        <kbd
          aria-hidden="true"
          className="discover-key pointer-events-none absolute inset-y-0 inset-e-4 my-auto h-7 min-w-7 place-items-center rounded-[8px] border border-b-2 border-line-strong/60 font-sans text-sm font-semibold text-muted"
        >
          /
        </kbd>
      ) : (
        <IconButton
          label={t`Clear the search`}
          className="absolute inset-y-0 inset-e-1 my-auto text-muted"
          onClick={onClear}
        >
          <X size={20} />
        </IconButton>
      )}
    </div>
  );
}
