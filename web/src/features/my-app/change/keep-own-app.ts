import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { withCounts } from '../../../lib/app-counts.ts';
import { ownAppKey, ownAppsKey } from '../../../lib/own-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Stores an app from a response in the cache, and invalidates other data about it. */
export function keepOwnApp(app: OwnApp): void {
  queryClient.setQueryData(ownAppKey(app.id), withCounts(app));
  refreshOwnApp(app.id);
}

/** Invalidates all data about an app. */
export function refreshOwnApp(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ownAppKey(id) });
  void queryClient.invalidateQueries({ queryKey: ownAppsKey });
}
