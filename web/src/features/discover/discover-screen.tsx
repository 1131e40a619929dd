import { t } from '@lingui/core/macro';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { screens } from '@zapdeck/contract/instance/screens';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { controlClass } from '../../components/ui/field.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { say } from '../../lib/say.ts';
import { FOCUS_SEARCH, useSearchKey } from '../../lib/search-key.ts';
import { useComposition } from '../../lib/use-paused-text.ts';
import { AllDecks } from './all-decks.tsx';
import { Results } from './results.tsx';
import './discover.css';

/** Pause in typing after which the search runs. Short, because results appear while the user types. */
const PAUSE_MS = 40;

/** State of the history entry that the first letter of a search adds. */
const STARTED = { search: 'started' } as const;

function isStarted(): boolean {
  const state = history.state as { search?: unknown } | null;
  return state?.search === STARTED.search;
}

/** Returns the query for a text: without spaces around it, and not longer than queries may be. */
export function queryOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, SEARCH_QUERY_MAX).trim().toWellFormed();
}

const addressOf = (query: string) =>
  screens.discover.path + (query === '' ? '' : `?q=${encodeURIComponent(query)}`);

/** Writes the query to the address. A search is one entry of the history, so that Back leaves it. */
function write(query: string, before: string): void {
  if (query === '' && isStarted()) return history.back();
  const isNew = before === '';
  navigate(addressOf(query), isNew ? { state: STARTED } : { replace: true, state: history.state });
}

interface SearchText extends Pick<ReturnType<typeof useComposition>, 'composition'> {
  /** Text of the field. */
  text: string;
  change: (text: string) => void;
  /** The query that is searched for; empty if there is none. */
  query: string;
}

/** Returns the text of the search field, and its query, which is kept in the address. */
function useSearchText(): SearchText {
  const query = queryOf(new URLSearchParams(useSearch()).get('q') ?? '');
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (known !== query) {
    setKnown(query);
    // Back, Forward or a link has changed the address.
    if (query !== queryOf(text)) setText(query);
  }
  const { isComposing, composition } = useComposition();
  const next = queryOf(text);
  useEffect(() => {
    if (next === query || isComposing) return;
    const timer = setTimeout(() => write(next, query), next === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [next, query, isComposing]);
  return { text, change: setText, query, composition };
}

const STOPS = 'input[type="search"], [data-result]';

/** Returns the handler of keys in a search: arrows move between field and results, Escape clears. */
function useResultKeys(onClear: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(STOPS)];
    const at = stops.indexOf(target as HTMLElement);
    if (at === -1) return;
    if (key === 'Escape') {
      event.preventDefault();
      return onClear();
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Enter: at === 0 ? 1 : undefined }[key];
    if (next === undefined) return;
    event.preventDefault();
    // The rows of the last query go away when the result arrives.
    if (!currentTarget.querySelector('[aria-busy="true"]')) stops[next]?.focus();
  };
}

interface Props {
  ref: Ref<HTMLInputElement>;
  text: string;
  onChange: (text: string) => void;
  onClear: () => void;
  composition: ReturnType<typeof useComposition>['composition'];
}

/** The field that searches all apps. */
function SearchField({ ref, text, onChange, onClear, composition }: Props) {
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

/** The search, the decks and the categories. */
export default function DiscoverScreen() {
  const field = useRef<HTMLInputElement>(null);
  const { text, change, query, composition } = useSearchText();
  const state = useHistoryState<Partial<typeof FOCUS_SEARCH> | null>();
  const isFocused = state?.focus === FOCUS_SEARCH.focus;
  const focus = () => {
    field.current?.focus();
    field.current?.select();
  };
  useSearchKey(focus);
  useEffect(() => {
    if (!isFocused) return;
    field.current?.focus();
    // Once only: a return to this entry must not open the keyboard of a phone.
    navigate(location.pathname + location.search, { replace: true, state: null });
  }, [isFocused]);
  const clear = () => {
    change('');
    field.current?.focus();
  };
  const onKeyDown = useResultKeys(clear);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="mx-auto max-w-5xl px-4 wrap-anywhere md:px-8" onKeyDown={onKeyDown}>
      <ScreenHeading title={say(screens.discover.title)} />
      <search className="discover-search">
        <SearchField ref={field} {...{ text, composition }} onChange={change} onClear={clear} />
      </search>
      {query === '' ? <AllDecks /> : <Results query={query} />}
    </div>
  );
}
