import { useQuery } from '@tanstack/react-query';
import { applications } from '@zapdeck/contract/accounts/applications';
import { changedApps } from '@zapdeck/contract/apps/app-changes';
import { reportedApps } from '@zapdeck/contract/moderation/reported-apps';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { type Waiting, waiting } from '@zapdeck/contract/accounts/waiting';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

export const waitingKey = ['admin', waiting.path] as const;
/** Polling interval for decisions of other admins. A decision of this admin updates the counts at once. */
const POLL_MS = 10_000;
/** Queries with details of these counts. They are invalidated when the counts change. */
const followers: readonly unknown[] = [
  adminStats.path,
  reportedApps.path,
  changedApps.path,
  applications.path,
  'pending-apps',
];

/** Fetches the counts. If they changed, invalidates the lists that depend on them. */
async function readWaiting(signal: AbortSignal): Promise<Waiting> {
  const read = await call(waiting, {}, { signal });
  const known = queryClient.getQueryData<Waiting>(waitingKey);
  if (known && Object.entries(read).some(([name, count]) => known[name as keyof Waiting] !== count))
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [scope, path] }) => scope === 'admin' && followers.includes(path),
    });
  return read;
}

/** Returns the counts of items that wait for moderators. When they change, lists and tiles are updated. */
export function useWaiting(): Waiting | undefined {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => readWaiting(signal),
    refetchInterval: POLL_MS,
  });
  return data;
}
