import { useQuery } from '@tanstack/react-query';
import { adminUpkeep, type Upkeep } from '@zapdeck/contract/instance/stats';
import { call } from '../../../lib/call.ts';

/** Returns the number of rows that work on the whole catalogue would change, counted when its dialog opens. */
export function useUpkeep(isWanted: boolean): Upkeep | undefined {
  return useQuery({
    queryKey: ['admin', adminUpkeep.path],
    queryFn: ({ signal }) => call(adminUpkeep, {}, { signal }),
    enabled: isWanted,
    staleTime: 0,
  }).data;
}
