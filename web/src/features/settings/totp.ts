import { useQuery } from '@tanstack/react-query';
import { totpStatus } from '@zapdeck/contract/sign-in/totp';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';

const totpKey = ['totp'] as const;

export function useTotp() {
  return useQuery({
    queryKey: totpKey,
    queryFn: () => call(totpStatus, {}),
  });
}

/** Reads the status again after a change. */
export async function refreshTotp(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: totpKey });
}
