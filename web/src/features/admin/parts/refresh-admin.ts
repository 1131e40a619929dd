import type { Query } from '@tanstack/react-query';
import { likedAppsKey } from '../../../lib/pending/liked-apps.ts';
import { ownAppsKey } from '../../../lib/own-apps.ts';
import { isUnauthorized } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';

const touched: readonly unknown[] = ['admin', ownAppsKey[0], likedAppsKey[0]];

/** Invalidates everything that an admin's action may have changed. Visible data is read at once. */
export function refreshAdmin(isLeftOut: (query: Query) => boolean = () => false): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => touched.includes(query.queryKey[0]) && !isLeftOut(query),
  });
}

/** Waits for a change and reads the lists again, even after a failure, because another admin may have been faster. */
export async function refreshAfter<T>(change: Promise<T>): Promise<T> {
  try {
    const result = await change;
    void refreshAdmin();
    return result;
  } catch (error) {
    // A read by an expired session would replace the screen before its message is read.
    if (!isUnauthorized(error)) void refreshAdmin();
    throw error;
  }
}
