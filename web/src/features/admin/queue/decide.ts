import { plural, t } from '@lingui/core/macro';
import {
  type Decision,
  type DecisionFilter,
  decideApps,
  DECISIONS_MAX,
  UNDO_MS,
  undoDecisions,
} from '@zapdeck/contract/moderation/decisions';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { toast } from '../../../lib/toasts.ts';
import { announce } from '../../../lib/announce.ts';
import { ConnectionError, call } from '../../../lib/call.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';
import {
  partlyStoredInWords,
  type Refused,
  tellDecided,
  tellUndone,
  tellUndoStopped,
} from './decide-toasts.ts';
import { changeQueue, decidedAt, pendingKey, queueInSight, rereadQueue } from './pending-cache.ts';
import { sendPart, showProgress } from './send-part.ts';
import { isLow, type Queue, withApp, withoutApps, withDecision } from './pending-queue.ts';
import { movePending } from '../stats/stat-tiles.tsx';

interface Batch {
  batchId: string;
  count: number;
  apps: readonly AdminApp[];
  until: number;
  /** Where to continue an undo that stopped early. */
  after?: string | undefined;
}

interface SentDecision {
  decision: Decision;
  /** Resolves with the stored batches; empty if nothing was decided. An undo may be requested earlier. */
  done: Promise<readonly Batch[]>;
}

/** The last one is undone first. */
const undoable: SentDecision[] = [];
/** The server continues a started undo for this long. */
const UNDO_BEGUN_MS = 5 * 60_000;
/** Debounce, because several decisions follow each other and charts read the whole catalogue. */
const REFRESH_AFTER_MS = 250;

let refreshing: ReturnType<typeof setTimeout> | undefined;

/** After the last of several decisions, invalidates everything except the queue, which each decision has updated. */
function refreshSoon(): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(
    () => void refreshAdmin(({ queryKey }) => queryKey[1] === pendingKey[1]),
    REFRESH_AFTER_MS,
  );
}

/** Returns true if the app came from the queue and not from a list of decided apps. */
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

function comeBack(apps: readonly AdminApp[], decision: Decision): void {
  for (const { id } of apps) decidedAt.delete(id);
  movePending(waitingOf(apps));
  changeQueue((queue) =>
    apps.filter(isQueued).reduce((more, app) => withApp(withDecision(more, app, decision, -1), app), queue),
  );
}

interface Part {
  batchId: string | null;
  after: string | undefined;
  /** Number of apps that the part covers. */
  size: number;
  left: number;
  refused: readonly Refused[];
  batches: Batch[];
}

interface Sending {
  apps: readonly AdminApp[];
  decision: Decision;
  reason: string;
  /** Decides on all waiting apps that match, loaded or not. */
  filter?: DecisionFilter;
  /** The previous part: its batch and its last app. */
  before?: Pick<Part, 'batchId' | 'after'> | undefined;
}

async function keepUndoable(decision: Decision, done: SentDecision['done']): Promise<void> {
  const sent = { decision, done };
  undoable.push(sent);
  // An empty decision must not block the undo of an earlier one.
  if ((await done).length === 0 && undoable.includes(sent)) undoable.splice(undoable.indexOf(sent), 1);
}

/**
 * Decides on at most 500 apps in their seen state. Updates queue and numbers at once, and restores them for apps that the
 * server refuses, with a toast.
 */
export async function decide(apps: readonly AdminApp[], decision: Decision, reason = ''): Promise<void> {
  leaveQueue(apps, decision);
  await keepUndoable(decision, sendSome({ apps, decision, reason }));
}

/** Decides on all waiting apps that match the filter. The queue empties at once and is read again afterwards. */
export async function decideAll(
  filter: DecisionFilter,
  queue: Queue,
  decision: Decision,
  reason = '',
): Promise<void> {
  const apps = queue.apps;
  for (const { id } of apps) decidedAt.set(id, Number.POSITIVE_INFINITY);
  movePending(-queue.total);
  changeQueue((shown) => ({ ...shown, apps: [], total: 0 }));
  await keepUndoable(decision, sendAll({ apps, decision, reason, filter }, queue.total));
}

async function sendOne({ apps, decision, reason, filter, before }: Sending): Promise<Part> {
  const seen = Object.fromEntries(apps.map(({ id, updatedAt }) => [id, updatedAt]));
  const chosen = filter ? { filter } : { ids: apps.map(({ id }) => id) };
  const batch = {
    ...(before?.batchId && { batchId: before.batchId }),
    ...(before?.after && { after: before.after }),
  };
  const body = { ...chosen, ...batch, decision, reason: reason.trim() || null, seen };
  const { batchId, outcomes, left } = await (before ? sendPart : call)(decideApps, { body });
  const until = performance.now() + UNDO_MS;
  for (const { id } of apps) decidedAt.set(id, performance.now());
  const refused = outcomes.filter(({ outcome }) => outcome === 'already_decided' || outcome === 'not_found');
  // A deleted app does not come back.
  for (const { id, decided } of refused) if (decided) decidedAt.delete(id);
  const isRefused = new Set(refused.map(({ id }) => id));
  const ours = apps.filter(({ id }) => !isRefused.has(id));
  const count = outcomes.length - refused.length;
  const batches = batchId === null ? [] : [{ batchId, count, apps: ours, until }];
  return { batchId, after: outcomes.at(-1)?.id, size: outcomes.length, left, refused, batches };
}

function tellNotStored(error: unknown, { apps, decision }: Sending, stored: number): void {
  notifyError(error, {
    action: 'decide-apps',
    data: { apps: apps.length, decision },
    title: t`Error`,
    text: stored === 0 ? t`Failed to update app status` : partlyStoredInWords(stored, decision),
    words: 'ours',
  });
}

async function sendSome(sending: Sending): SentDecision['done'] {
  const { apps, decision } = sending;
  try {
    const { refused, batches } = await sendOne(sending);
    const count = countOf(batches);
    const undo = batches.length > 0 ? () => void undoLast() : undefined;
    tellDecided({ apps, count, decision, refused, undo });
    const queue = queueInSight();
    // Other apps of the submitter may have been decided since.
    if (refused.length > 0 || (queue && isLow(queue))) void rereadQueue();
    return batches;
  } catch (error) {
    comeBack(apps, decision);
    tellNotStored(error, sending, 0);
    void rereadQueue();
    return [];
  } finally {
    refreshSoon();
  }
}

/** Sends all parts. They share a batch unless its undo period ended in between. */
async function sendAll(sending: Sending, total: number): SentDecision['done'] {
  const batches: Batch[] = [];
  const refused: Refused[] = [];
  const { apps, decision } = sending;
  try {
    let before: Part | undefined;
    for (let done = 0; before === undefined || before.left > 0; ) {
      showProgress({ work: 'deciding', done, total: Math.max(total, done + (before?.left ?? 0)) });
      const sent: Part = await sendOne({ ...sending, before });
      const last = batches.at(-1);
      for (const batch of sent.batches) {
        if (last?.batchId !== batch.batchId) batches.push(batch);
        else Object.assign(last, { count: last.count + batch.count, until: batch.until });
      }
      refused.push(...sent.refused);
      done += sent.size;
      before = sent;
    }
    const undo = batches.length > 0 ? () => void undoLast() : undefined;
    tellDecided({ apps, count: countOf(batches), decision, refused, undo });
  } catch (error) {
    for (const { id } of apps) decidedAt.delete(id);
    tellNotStored(error, sending, countOf(batches));
  } finally {
    showProgress(undefined);
  }
  await rereadQueue();
  refreshSoon();
  return batches;
}

const countOf = (batches: readonly Batch[]) => batches.reduce((sum, { count }) => sum + count, 0);

const isInTime = ({ until }: Batch): boolean => performance.now() <= until;

/** Undoes the last decision of the last ten seconds. The message offers to undo the previous one. */
export async function undoLast(): Promise<void> {
  const sent = undoable.pop();
  const done = (await sent?.done) ?? [];
  const reached = done.filter(isInTime);
  if (!sent || reached.length === 0) {
    toast({ title: t`Nothing to undo`, description: t`A decision can be undone for ten seconds.` });
    return;
  }
  const [total, late] = [countOf(reached), countOf(done) - countOf(reached)];
  let [back, keptCount] = [0, 0];
  let isPartlyKnown = false;
  try {
    // Newest first: they can be undone for longest.
    for (const batch of reached.toReversed()) {
      while (batch.count > 0) {
        if (total > DECISIONS_MAX) showProgress({ work: 'undoing', done: back + keptCount, total });
        const input = { params: { id: batch.batchId }, query: { after: batch.after } };
        const part = await (batch.after === undefined ? call : sendPart)(undoDecisions, input);
        const { undone, kept, updatedAt, left } = part;
        const isUndone = new Set(undone);
        const apps = batch.apps.filter(({ id }) => isUndone.has(id)).map((app) => ({ ...app, updatedAt }));
        comeBack(apps, sent.decision);
        isPartlyKnown ||= apps.length < undone.length;
        back += undone.length;
        keptCount += kept.length;
        const after = [...undone, ...kept].toSorted().at(-1);
        Object.assign(batch, { count: left, after, until: performance.now() + UNDO_BEGUN_MS });
      }
    }
    announce(plural(back, { one: 'Undone: # app.', other: 'Undone: # apps.' }));
    const before = (await undoable.at(-1)?.done) ?? [];
    const undo = before.some(isInTime) ? () => void undoLast() : undefined;
    tellUndone({ kept: keptCount, late, undo });
  } catch (error) {
    const hasBegun = reached.some(({ after }) => after !== undefined);
    if (hasBegun || error instanceof ConnectionError) undoable.push(sent);
    if (hasBegun) tellUndoStopped(error, back, () => void undoLast());
    else
      notifyError(error, { action: 'undo-decisions', title: t`Error`, text: t`Couldn’t undo the decision` });
  } finally {
    showProgress(undefined);
  }
  if (done.length > 1 || isPartlyKnown) void rereadQueue();
  refreshSoon();
}
