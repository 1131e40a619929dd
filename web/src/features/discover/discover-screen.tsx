import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect, useRef } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { FOCUS_SEARCH, useSearchKey } from '../../lib/search-key.ts';
import { AllDecks } from './all-decks.tsx';
import './discover.css';
import { Results } from './results.tsx';
import { SearchField } from './search-field.tsx';
import { useResultKeys } from './use-result-keys.ts';
import { useSearchText } from './use-search-text.ts';
import { say } from '../../lib/say.ts';

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
