import { useQuery } from '@tanstack/react-query';
import { type AppPreview, previewApp } from '@zapdeck/contract/apps/app-preview';
import { useEffect, useState } from 'react';
import { CallError, call } from '../../lib/call.ts';
import { addressToLookAt } from '../../lib/app-address.ts';

export const previewKey = 'app-preview';

const PAUSE_MS = 600;
const FRESH_MS = 5 * 60_000;
/** Delay after a 429 without `Retry-After`. */
const LATER_MS = 60_000;

export type Preview =
  | { state: 'looking' | 'unknown' }
  | { state: 'found'; page: AppPreview }
  /** The address cannot be submitted. */
  | { state: 'refused'; reason: string }
  /** The rate limit is reached. The request is repeated automatically. */
  | { state: 'later'; inMs: number };

async function lookAt(url: string, signal: AbortSignal): Promise<Preview> {
  try {
    return { state: 'found', page: await call(previewApp, { query: { url } }, { signal }) };
  } catch (error) {
    // Expected while the user is typing, so these are not failures.
    if (error instanceof CallError && (error.status === 400 || error.code === 'host_blocked'))
      return { state: 'refused', reason: error.fields['url'] ?? error.serverMessage ?? error.message };
    if (error instanceof CallError && error.status === 429)
      return { state: 'later', inMs: error.retryAfterMs ?? LATER_MS };
    throw error;
  }
}

/** Returns the preview of the address, requested when typing pauses. Undefined without an address. */
export function usePreview(typed: string): Preview | undefined {
  const address = addressToLookAt(typed);
  const [rested, setRested] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setRested(address), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);

  const { data, error } = useQuery({
    queryKey: [previewKey, rested],
    queryFn: ({ signal }) => lookAt(rested ?? '', signal),
    enabled: rested !== undefined && rested === address,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'later' ? state.data.inMs : false),
  });
  if (address === undefined) return undefined;
  if (address !== rested) return { state: 'looking' };
  return data ?? { state: error ? 'unknown' : 'looking' };
}
