import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import type { PublicApp } from '@zapdeck/contract/apps/public-app';
import { searchApps } from '@zapdeck/contract/feed/search';
import { CallError, callWithHeaders, ConnectionError, isRefusal } from '../../lib/call.ts';

/** Apps that the screen shows. The deck of the search has all of them. */
const SHOWN_APPS = 24;
/** Time after which a refused search is repeated if the server names none. */
const WAIT_MS = 10_000;
/** Interval of searches while the server cannot be reached. */
const RECONNECT_MS = 4_000;

/** The result of a search. */
export interface FoundApps {
  query: string;
  apps: PublicApp[];
  /** Number of apps found. `apps` can be fewer. */
  total: number;
  corrected: string | null;
}

/** Returns how long a refused search must wait; undefined if it was not refused for the number of searches. */
export function waitOf(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.status !== 429) return undefined;
  return error.retryAfterMs ?? WAIT_MS;
}

function repeatAfter(error: unknown): number | false {
  return waitOf(error) ?? (error instanceof ConnectionError ? RECONNECT_MS : false);
}

async function search(query: string, signal: AbortSignal): Promise<FoundApps> {
  const { data, headers } = await callWithHeaders(
    searchApps,
    { query: { q: query, limit: SHOWN_APPS } },
    { signal },
  );
  return { query, ...data, total: Number(headers.get(TOTAL_COUNT_HEADER) ?? data.apps.length) };
}

/** Searches for apps. Shows the last result until the next one arrives. Repeats a search that failed for a time. */
export function useFoundApps(query: string) {
  return useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => search(query, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 1 && !isRefusal(error) && waitOf(error) === undefined,
    refetchInterval: ({ state }) => repeatAfter(state.error),
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}
