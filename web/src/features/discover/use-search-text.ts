import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useComposition } from '../../lib/use-paused-text.ts';

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
export function useSearchText(): SearchText {
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
