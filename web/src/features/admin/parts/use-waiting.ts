import { useQuery } from '@tanstack/react-query';
import { adminStats } from '@zapdeck/contract/stats';
import { reportedApps } from '@zapdeck/contract/reported-apps';
import { type Waiting, waiting } from '@zapdeck/contract/waiting';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

export const waitingKey = ['admin', waiting.path] as const;
/** For what colleagues do; one's own decisions have it read at once. */
const POLL_MS = 10_000;
/** What says the same in more words, and is then read anew where it is in sight. */
const followers: readonly unknown[] = [adminStats.path, reportedApps.path, 'pending-apps'];

/** How much waits for moderators. When that changes, by whomever, the lists and tiles that show it follow. */
export function useWaiting(): Waiting | undefined {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(waiting, {}, { signal }),
    refetchInterval: POLL_MS,
  });
  const known = useRef(data);
  useEffect(() => {
    const before = known.current;
    known.current = data;
    if (before && data && before !== data)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [scope, path] }) => scope === 'admin' && followers.includes(path),
      });
  }, [data]);
  return data;
}
