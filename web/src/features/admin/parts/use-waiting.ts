import { useQuery } from '@tanstack/react-query';
import { changedApps } from '@zapdeck/contract/app-changes';
import { reportedApps } from '@zapdeck/contract/reported-apps';
import { adminStats } from '@zapdeck/contract/stats';
import { type Waiting, waiting } from '@zapdeck/contract/waiting';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

export const waitingKey = ['admin', waiting.path] as const;
/** For what colleagues do; one's own decisions have it read at once. */
const POLL_MS = 10_000;
/** What says the same in more words, and is then read anew where it is in sight. */
const followers: readonly unknown[] = [adminStats.path, reportedApps.path, changedApps.path, 'pending-apps'];

/** Reads it; where that is not what is known here, one's own decisions included, what follows from it is read too. */
async function readWaiting(signal: AbortSignal): Promise<Waiting> {
  const read = await call(waiting, {}, { signal });
  const known = queryClient.getQueryData<Waiting>(waitingKey);
  if (known && Object.entries(read).some(([name, count]) => known[name as keyof Waiting] !== count))
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [scope, path] }) => scope === 'admin' && followers.includes(path),
    });
  return read;
}

/** How much waits for moderators. When the server says something new of that, the lists and tiles that show it follow. */
export function useWaiting(): Waiting | undefined {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => readWaiting(signal),
    refetchInterval: POLL_MS,
  });
  return data;
}
