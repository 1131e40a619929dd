import {
  DECISIONS_MAX,
  type Decision,
  decideApps,
  UNDO_MS,
  undoDecisions,
} from '@zapdeck/contract/decisions';
import type { AdminApp } from '@zapdeck/contract/apps';
import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { toast } from '../../../components/ui/toast.tsx';
import { announce } from '../../../lib/announce.ts';
import { ConnectionError, call } from '../../../lib/call.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';
import { type Refused, tellDecided, tellUndone } from './decide-toasts.ts';
import { changeQueue, decidedAt, pendingKey, queueInSight, rereadQueue } from './pending-cache.ts';
import { isLow, withApp, withoutApps, withDecision } from './pending-queue.ts';
import { movePending } from '../stats/use-admin-stats.ts';

/** What one call decided on. */
interface Batch {
  batchId: string;
  apps: readonly AdminApp[];
  until: number;
}

interface SentDecision {
  decision: Decision;
  /** What came of it; nothing when nothing was decided. It may still be on its way when it is to be undone. */
  done: Promise<readonly Batch[]>;
}

/** The last one is undone first. */
const undoable: SentDecision[] = [];
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

/** Whether it came out of the queue, and not from a list of what has been decided. */
const isQueued = (app: AdminApp): app is PendingApp => app.status === 'pending' && 'submitterRecord' in app;
const waitingOf = (apps: readonly AdminApp[]) => apps.filter(({ status }) => status === 'pending').length;

function leaveQueue(apps: readonly AdminApp[], decision: Decision): void {
  for (const { id } of apps) decidedAt.set(id, Number.POSITIVE_INFINITY);
  movePending(-waitingOf(apps));
  const ids = new Set(apps.map(({ id }) => id));
  changeQueue((queue) => {
    const leaving = queue.apps.filter(({ id }) => ids.has(id));
    const rest = withoutApps(queue, ids, waitingOf(apps));
    return leaving.reduce((left, app) => withDecision(left, app, decision, 1), rest);
  });
}

/** More than a page reads is not put back by hand. */
function comeBack(apps: readonly AdminApp[], decision: Decision): void {
  for (const { id } of apps) decidedAt.delete(id);
  movePending(waitingOf(apps));
  if (apps.length <= DECISIONS_MAX)
    changeQueue((queue) =>
      apps.filter(isQueued).reduce((more, app) => withApp(withDecision(more, app, decision, -1), app), queue),
    );
}

interface Sending {
  apps: readonly AdminApp[];
  decision: Decision;
  reason: string;
  /** Hears, from 0 to 1, how much has been answered. */
  onProgress: (share: number) => void;
}

/**
 * Decides over apps as they were seen, five hundred in a call: queue and numbers follow at once, and take back what the
 * server refuses. Of one that is not decided on, it says why, and who was faster.
 */
export async function decide(
  apps: readonly AdminApp[],
  decision: Decision,
  reason = '',
  onProgress: Sending['onProgress'] = () => undefined,
): Promise<void> {
  leaveQueue(apps, decision);
  const sent = { decision, done: send({ apps, decision, reason, onProgress }) };
  undoable.push(sent);
  // What came to nothing must not stand before what can be undone.
  if ((await sent.done).length === 0 && undoable.includes(sent)) undoable.splice(undoable.indexOf(sent), 1);
}

async function sendPart(apps: readonly AdminApp[], { decision, reason }: Sending) {
  const seen = Object.fromEntries(apps.map(({ id, updatedAt }) => [id, updatedAt]));
  const body = { ids: apps.map(({ id }) => id), decision, reason: reason.trim() || null, seen };
  const { batchId, outcomes } = await call(decideApps, { body });
  const until = performance.now() + UNDO_MS;
  for (const { id } of apps) decidedAt.set(id, performance.now());
  const refused = outcomes.filter(({ outcome }) => outcome === 'already_decided' || outcome === 'not_found');
  // One that is deleted does not come back.
  for (const { id, decided } of refused) if (decided) decidedAt.delete(id);
  const isRefused = new Set(refused.map(({ id }) => id));
  const ours = apps.filter(({ id }) => !isRefused.has(id));
  return { refused, batches: batchId === null ? [] : [{ batchId, apps: ours, until }] };
}

async function send(sending: Sending): SentDecision['done'] {
  const { apps, decision, onProgress } = sending;
  const batches: Batch[] = [];
  const refused: Refused[] = [];
  let answered = 0;
  try {
    while (answered < apps.length) {
      const part = apps.slice(answered, answered + DECISIONS_MAX);
      const came = await sendPart(part, sending);
      batches.push(...came.batches);
      refused.push(...came.refused);
      answered += part.length;
      onProgress(answered / apps.length);
    }
  } catch (error) {
    comeBack(apps.slice(answered), decision);
    tellFailure(error, {
      action: 'decide-apps',
      data: { apps: apps.length, decision },
      title: 'Error',
      text:
        answered === 0
          ? 'Failed to update app status'
          : `Failed to update app status: ${formatCounted(answered, 'app')} of ${apps.length} are ${decision}`,
      words: 'ours',
    });
  }
  if (answered === apps.length) {
    const undo = batches.length > 0 ? () => void undoLast() : undefined;
    tellDecided({ apps, decision, refused, undo });
  }
  const queue = queueInSight();
  // Others of the same submitter may have been decided on meanwhile.
  if (answered < apps.length || refused.length > 0 || apps.length > DECISIONS_MAX || (queue && isLow(queue)))
    void rereadQueue();
  refreshSoon();
  return batches;
}

/** Takes the last decision back, as far as the ten seconds reach. */
export async function undoLast(): Promise<void> {
  const sent = undoable.pop();
  const done = (await sent?.done) ?? [];
  const reached = done.filter(({ until }) => performance.now() <= until);
  if (!sent || reached.length === 0) {
    toast({ title: 'Nothing to undo', description: 'A decision can be undone for ten seconds.' });
    return;
  }
  const of = (batches: readonly Batch[]) => batches.reduce((sum, { apps }) => sum + apps.length, 0);
  let [back, kept] = [0, 0];
  try {
    // The last ones first: theirs is the most time that is left.
    for (const batch of reached.toReversed()) {
      const { undone, updatedAt } = await call(undoDecisions, { params: { id: batch.batchId } });
      const isUndone = new Set(undone);
      const apps = batch.apps.filter(({ id }) => isUndone.has(id)).map((app) => ({ ...app, updatedAt }));
      comeBack(apps, sent.decision);
      back += apps.length;
      kept += batch.apps.length - apps.length;
    }
    announce(`Undone: ${formatCounted(back, 'app')}.`);
    tellUndone({ kept, late: of(done) - of(reached) });
  } catch (error) {
    if (error instanceof ConnectionError) undoable.push(sent);
    tellFailure(error, { action: 'undo-decisions', title: 'Error', text: 'Failed to undo the decision' });
  }
  if (done.length > 1) void rereadQueue();
  refreshSoon();
}
