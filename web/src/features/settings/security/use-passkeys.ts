import { useQuery } from '@tanstack/react-query';
import { listPasskeys } from '@zapdeck/contract/sign-in/passkeys';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

const passkeysKey = ['passkeys'] as const;

export function usePasskeys() {
  return useQuery({ queryKey: passkeysKey, queryFn: () => call(listPasskeys, {}) });
}

/** Reads the passkeys again after a change. */
export function refreshPasskeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: passkeysKey });
}
