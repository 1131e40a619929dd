import { useQuery } from '@tanstack/react-query';
import { type AdminStats, adminStats } from '@zapdeck/contract/instance/stats';
import type { Waiting } from '@zapdeck/contract/accounts/waiting';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { waitingKey } from '../parts/use-waiting.ts';

const key = ['admin', adminStats.path] as const;
const REFRESH_MS = 60_000;

/** Reads the numbers of the instance. */
export function useAdminStats() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(adminStats, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Changes the number of pending apps in the cache, before the server responds. */
export function movePending(by: number): void {
  queryClient.setQueryData<AdminStats>(
    key,
    (stats) => stats && { ...stats, pendingApps: Math.max(0, stats.pendingApps + by) },
  );
  queryClient.setQueryData<Waiting>(
    waitingKey,
    (waiting) => waiting && { ...waiting, pending: Math.max(0, waiting.pending + by) },
  );
}
