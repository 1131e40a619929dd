import { useQuery } from '@tanstack/react-query';
import { type PendingApp, pendingApps, setAppStatus } from '@zapdeck/contract/apps';
import { toast } from '../../../components/ui/toast.tsx';
import { announce } from '../../../lib/announce.ts';
import { call, callWithHeaders } from '../../../lib/call.ts';
import { reportFailedAction } from '../../../lib/failures.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { type Queue, withApp, withoutApp, withoutDecided } from './pending-queue.ts';

export type Decision = 'approved' | 'rejected';

const LOADED = 100;
const REFRESH_MS = 60_000;
const key = ['admin', 'pending-apps'] as const;

const decidedAt = new Map<string, number>();

async function readQueue(): Promise<Queue> {
  const askedAt = performance.now();
  const { items, total } = pageOf(await callWithHeaders(pendingApps, { query: { limit: LOADED } }));
  return withoutDecided({ apps: items, total }, decidedAt, askedAt);
}

/** The apps that wait for a decision. */
export function usePending() {
  return useQuery({ queryKey: key, queryFn: readQueue, refetchInterval: REFRESH_MS });
}

function change(step: (queue: Queue) => Queue): Queue | undefined {
  return queryClient.setQueryData<Queue>(key, (queue) => queue && step(queue));
}

/** Decides over an app: it leaves the queue at once and comes back if the server refuses. */
export async function decide(app: PendingApp, status: Decision, reason?: string): Promise<void> {
  decidedAt.set(app.id, Number.POSITIVE_INFINITY);
  const left = change((queue) => withoutApp(queue, app.id));
  announce(`${app.title} ${status}. ${left?.total ?? 0} left.`);
  try {
    await call(setAppStatus, { params: { id: app.id }, body: { status, reason: reason?.trim() || null } });
    decidedAt.set(app.id, performance.now());
    toast({ title: 'Success', description: 'App status updated successfully' });
  } catch (error) {
    decidedAt.delete(app.id);
    change((queue) => withApp(queue, app));
    if (handleExpiredSession(error)) return;
    reportFailedAction('set-app-status', error, { appId: app.id, status });
    toast({ title: 'Error', description: 'Failed to update app status', variant: 'destructive' });
    return;
  }
  const queue = queryClient.getQueryData<Queue>(key);
  if (queue?.apps.length === 0 && queue.total > 0) await queryClient.invalidateQueries({ queryKey: key });
}
