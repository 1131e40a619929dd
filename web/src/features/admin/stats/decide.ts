import type { PendingApp } from '@zapdeck/contract/apps';
import { type Decided, type Decision, decideApps, UNDO_MS, undoDecisions } from '@zapdeck/contract/decisions';
import { toast } from '../../../components/ui/toast.tsx';
import { announce } from '../../../lib/announce.ts';
import { ConnectionError, call } from '../../../lib/call.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { counted } from '../parts/counted.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';
import { changeQueue, decidedAt, pendingKey, rereadQueue } from './pending-cache.ts';
import { withApp, withoutApp, withVerdict } from './pending-queue.ts';
import { movePending } from './use-admin-stats.ts';

interface Deed {
  decision: Decision;
  /** What came of it; null when nothing was decided. It may still be on its way when it is to be undone. */
  done: Promise<{ batchId: string; apps: readonly PendingApp[]; until: number } | null>;
}

/** The last one is undone first. */
const deeds: Deed[] = [];
/** Decisions come one after the other, and the charts go through the whole catalogue. */
const REFRESH_AFTER_MS = 250;

let refreshing: ReturnType<typeof setTimeout> | undefined;

/** After the last of several decisions, all but the queue is read anew: that one has followed each of them already. */
function refreshSoon(): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(
    () => void refreshAdmin(({ queryKey }) => queryKey[1] === pendingKey[1]),
    REFRESH_AFTER_MS,
  );
}

function leaveQueue(apps: readonly PendingApp[], decision: Decision): number {
  for (const { id } of apps) decidedAt.set(id, Number.POSITIVE_INFINITY);
  movePending(-apps.length);
  const left = changeQueue((queue) =>
    apps.reduce((rest, app) => withVerdict(withoutApp(rest, app.id), app, decision, 1), queue),
  );
  return left?.total ?? 0;
}

function comeBack(apps: readonly PendingApp[], decision: Decision): void {
  for (const { id } of apps) decidedAt.delete(id);
  movePending(apps.length);
  changeQueue((queue) =>
    apps.reduce((more, app) => withApp(withVerdict(more, app, decision, -1), app), queue),
  );
}

/** Who was faster, and with what. */
function fasterInWords(title: string, { status, by }: Decided): string {
  const who = by ? by.firstName || by.email || 'Another admin' : 'Somebody';
  return status === 'pending'
    ? `${who} has changed “${title}” meanwhile.`
    : `${who} has ${status} “${title}” already.`;
}

/**
 * Decides over apps as they were seen: queue and numbers follow at once, and take it back if the server refuses. Of one
 * that somebody else was faster with, it says who.
 */
export async function decide(apps: readonly PendingApp[], decision: Decision, reason = ''): Promise<void> {
  const left = leaveQueue(apps, decision);
  const what = apps.length === 1 ? (apps[0]?.title ?? '') : counted(apps.length, 'app');
  announce(`${what} ${decision}. ${left} left.`);
  const deed = { decision, done: send(apps, decision, reason) };
  deeds.push(deed);
  // What came to nothing must not stand before what can be undone.
  if ((await deed.done) === null && deeds.includes(deed)) deeds.splice(deeds.indexOf(deed), 1);
}

async function send(apps: readonly PendingApp[], decision: Decision, reason: string): Deed['done'] {
  const seen = Object.fromEntries(apps.map(({ id, updatedAt }) => [id, updatedAt]));
  const body = { ids: apps.map(({ id }) => id), decision, reason: reason.trim() || null, seen };
  try {
    const { batchId, outcomes } = await call(decideApps, { body });
    const until = performance.now() + UNDO_MS;
    for (const { id } of apps) decidedAt.set(id, performance.now());
    const faster = outcomes.flatMap(({ id, decided }) => (decided ? { id, decided } : []));
    tell({ apps, decision, faster, canUndo: batchId !== null });
    for (const { id } of faster) decidedAt.delete(id);
    if (faster.length > 0 || isEmptied()) void rereadQueue();
    refreshSoon();
    const ours = apps.filter(({ id }) => !faster.some((one) => one.id === id));
    return batchId === null ? null : { batchId, apps: ours, until };
  } catch (error) {
    comeBack(apps, decision);
    // Others of the same submitter may have been decided on meanwhile.
    void rereadQueue();
    tellFailure(error, {
      action: 'decide-apps',
      data: { apps: apps.length, decision },
      title: 'Error',
      text: 'Failed to update app status',
      words: 'ours',
    });
    return null;
  }
}

/** What was loaded is decided on, and more waits. */
function isEmptied(): boolean {
  const queue = changeQueue((same) => same);
  return queue !== undefined && queue.apps.length === 0 && queue.total > 0;
}

interface Told {
  apps: readonly PendingApp[];
  decision: Decision;
  faster: readonly { id: string; decided: Decided }[];
  canUndo: boolean;
}

function tell({ apps, decision, faster, canUndo }: Told): void {
  const undo = canUndo
    ? { action: { label: 'Undo', onClick: () => void undoLast() }, durationMs: UNDO_MS }
    : {};
  const [first] = faster;
  if (!first) {
    const many = `${counted(apps.length, 'app')} ${decision}`;
    toast({
      title: 'Success',
      description: apps.length === 1 ? 'App status updated successfully' : many,
      ...undo,
    });
    return;
  }
  const title = apps.find(({ id }) => id === first.id)?.title ?? 'it';
  const others = faster.length > 1 ? ` So it is with ${counted(faster.length - 1, 'other app')}.` : '';
  const done =
    apps.length > faster.length ? ` ${counted(apps.length - faster.length, 'app')} ${decision}.` : '';
  toast({
    title: 'Decided by somebody else',
    description: `${fasterInWords(title, first.decided)}${others}${done}`,
    variant: 'destructive',
    ...undo,
  });
}

/** Takes the last decision back, while that can be done. */
export async function undoLast(): Promise<void> {
  const deed = deeds.pop();
  const done = await deed?.done;
  if (!deed || !done || performance.now() > done.until) {
    toast({ title: 'Nothing to undo', description: 'A decision can be undone for ten seconds.' });
    return;
  }
  try {
    const { undone, updatedAt } = await call(undoDecisions, { params: { id: done.batchId } });
    const isUndone = new Set(undone);
    const back = done.apps.filter(({ id }) => isUndone.has(id)).map((app) => ({ ...app, updatedAt }));
    comeBack(back, deed.decision);
    announce(`Undone. ${counted(back.length, 'app')} back in the queue.`);
    const kept = done.apps.length - back.length;
    toast({
      title: 'Decision undone',
      description:
        kept > 0
          ? `${counted(kept, 'app')} had been changed since and stay as they are.`
          : 'Nobody was told.',
    });
    refreshSoon();
  } catch (error) {
    if (error instanceof ConnectionError) deeds.push(deed);
    tellFailure(error, { action: 'undo-decisions', title: 'Error', text: 'Failed to undo the decision' });
  }
}
