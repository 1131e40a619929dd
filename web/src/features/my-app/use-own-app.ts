import { useQuery } from '@tanstack/react-query';
import { Id } from '@zapdeck/contract/wire/primitives';
import { ownApp } from '@zapdeck/contract/apps/own-app';
import { withCounts } from '../../lib/app-counts.ts';
import { call, CallError } from '../../lib/call.ts';
import { ownAppKey } from '../../lib/own-apps.ts';

const isNotOurs = (error: unknown) => error instanceof CallError && error.code === 'app_not_found';

/** Reads the user's app with this id. The data is null if there is none. */
export function useOwnApp(id: string | null) {
  return useQuery({
    queryKey: ownAppKey(id ?? ''),
    queryFn: async () => {
      if (!Id.safeParse(id).success || id === null) return null;
      try {
        return withCounts(await call(ownApp, { params: { id } }));
      } catch (error) {
        if (isNotOurs(error)) return null;
        throw error;
      }
    },
  });
}
