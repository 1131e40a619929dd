import { firstViewsPromise } from '@zapdeck/contract/feed/first-views';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** Reads the promise of first views to makers. */
export const useFirstViewsPromise = () =>
  useQuery({
    queryKey: [firstViewsPromise.path],
    queryFn: ({ signal }) => call(firstViewsPromise, {}, { signal }),
  });
