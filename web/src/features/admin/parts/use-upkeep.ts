import { useQuery } from '@tanstack/react-query';
import { adminUpkeep, type Upkeep } from '@zapdeck/contract/stats';
import { call } from '../../../lib/call.ts';

/** How much work on the whole catalogue would touch, counted when somebody is about to ask for it. */
export function useUpkeep(isWanted: boolean): Upkeep | undefined {
  return useQuery({
    queryKey: ['admin', adminUpkeep.path],
    queryFn: ({ signal }) => call(adminUpkeep, {}, { signal }),
    enabled: isWanted,
    staleTime: 0,
  }).data;
}
