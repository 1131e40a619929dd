import type { OwnApp } from '@zapdeck/contract/apps';
import { withCounts } from '../../../lib/app-counts.ts';
import { ownAppKey, ownAppsKey } from '../../../lib/own-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Shows an app as the server has just told it, and has what else is shown of it read anew. */
export function keepOwnApp(app: OwnApp): void {
  queryClient.setQueryData(ownAppKey(app.id), withCounts(app));
  refreshOwnApp(app.id);
}

/** Has everything that is shown of an app read anew. */
export function refreshOwnApp(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ownAppKey(id) });
  void queryClient.invalidateQueries({ queryKey: ownAppsKey });
}
