import { useQuery } from '@tanstack/react-query';
import { adminUpkeep, type Upkeep } from '@zapdeck/contract/instance/stats';
import { call } from '../../../lib/call.ts';

/** Counts the rows that recalculations of the whole catalogue would change, when their dialog opens. */
export function useUpkeep(isWanted: boolean): Upkeep | undefined {
  return useQuery({
    queryKey: ['admin', adminUpkeep.path],
    queryFn: ({ signal }) => call(adminUpkeep, {}, { signal }),
    enabled: isWanted,
    staleTime: 0,
  }).data;
}
