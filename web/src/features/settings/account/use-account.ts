import { useQuery } from '@tanstack/react-query';
import { accountStatus } from '@zapdeck/contract/account';
import type { ResponseOf } from '@zapdeck/contract/route';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

const accountKey = ['account'] as const;

export type Account = ResponseOf<typeof accountStatus>;

/** How the person signs in and what they have here; read anew when they come back from their mail. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: () => call(accountStatus, {}),
    refetchOnWindowFocus: true,
  });
}

/** Reads the account anew after it was changed. */
export function refreshAccount(): void {
  void queryClient.invalidateQueries({ queryKey: accountKey });
}
