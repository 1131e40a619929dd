import { firstViewsPromise } from '@zapdeck/contract/first-views';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** Returns what makers are promised on this instance, and how long it took lately. */
export const useFirstViewsPromise = () =>
  useQuery({
    queryKey: [firstViewsPromise.path],
    queryFn: ({ signal }) => call(firstViewsPromise, {}, { signal }),
  });
