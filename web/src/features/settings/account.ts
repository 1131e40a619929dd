import { useQuery } from '@tanstack/react-query';
import { accountStatus } from '@zapdeck/contract/accounts/account';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';

export const accountKey = ['account'] as const;

export type Account = ResponseOf<typeof accountStatus>;

/** Returns the account of the user. It is read again when they come back from a link in a mail. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: () => call(accountStatus, {}),
    refetchOnWindowFocus: true,
  });
}

/** Reads the account again after a change. */
export function refreshAccount(): void {
  void queryClient.invalidateQueries({ queryKey: accountKey });
}
