import { useQuery } from '@tanstack/react-query';
import { apiTokens } from '@zapdeck/contract/accounts/api-tokens';
import { call } from '../../../../lib/call.ts';
import { queryClient } from '../../../../lib/query-client.ts';

const queryKey = [apiTokens.path] as const;

export function useApiTokens() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(apiTokens, {}, { signal }) });
}

/** Reads the tokens again after a change. */
export function refreshApiTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
