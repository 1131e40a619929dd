import {
  BATCH_WAIT_MAX_MS,
  DURATION_MAX_MS,
  DURATIONS_MAX,
  INTERACTIONS_MAX,
  type InteractionType,
} from '@zapdeck/contract/feed/interactions';
import type { Outbox } from '../../../../lib/pending/outbox.ts';
import type { Batch, Counted, Durations, Interaction } from './batches.ts';

export interface RecorderDeps {
  newId: () => string;
  now: () => number;
  cursor: () => string | undefined;
  /** Stores batches until the server has answered, also over a reload. */
  outbox: Outbox<Batch>;
  send: (batch: Batch) => Promise<Counted>;
  beacon: (batch: Batch) => void;
  /** True if the error may pass. Then the batch is sent again. */
  mayBeSentLater: (error: unknown) => boolean;
  onViews: (appIds: readonly string[]) => void;
  /** Receives the server's zap count plus the zaps that are not sent yet. */
  onZaps: (zapCount: number) => void;
  onError: (kind: 'durations' | 'interactions', error: unknown) => void;
}

export interface Recorder {
  view: (appId: string) => void;
  interaction: (appId: string, interactionType: InteractionType, durationMs: number) => void;
  durations: (durations: Durations) => void;
  /** Sends everything that waits, including batches that failed. */
  flush: () => void;
  /** Sends everything that waits while the page unloads. The next page sends again what has no response. */
  flushAtExit: () => void;
}

/** A card counts as viewed after this time. */
export const VIEW_MS = 1_000;
export const GATHER_MS = 2_000;
/** This many events are sent at once. */
export const GATHER_MAX = 20;

const clampDuration = (ms: number) => Math.min(Math.max(0, Math.round(ms)), DURATION_MAX_MS);

function countZaps(interactions: readonly Interaction[]): number {
  return interactions.filter(({ interactionType }) => interactionType !== 'view').length;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}

/** Gathers events and sends them in batches, in order. Errors go to `onError` and are not shown. */
export function createRecorder(deps: RecorderDeps): Recorder {
  let interactions: Interaction[] = [];
  let viewed: Durations = {};
  let due: ReturnType<typeof setTimeout> | undefined;
  let queue = deps.outbox.unsent();
  let isSending = false;
  const beaconed = new Set<string>();

  const remove = (batch: Batch) => {
    queue = queue.filter(({ batchId }) => batchId !== batch.batchId);
    deps.outbox.drop(batch.batchId);
  };

  const closeBatch = () => {
    clearTimeout(due);
    due = undefined;
    const ids = () => ({ batchId: deps.newId(), madeAt: deps.now() });
    const cursor = deps.cursor();
    const dealt = cursor === undefined ? {} : { cursor };
    const times = Object.entries(viewed)
      .map(([id, ms]) => [id, clampDuration(ms)] as const)
      .filter(([, ms]) => ms > 0);
    const batches = [
      ...chunks(interactions, INTERACTIONS_MAX).map((chunk) => ({ ...ids(), interactions: chunk, ...dealt })),
      ...chunks(times, DURATIONS_MAX).map((chunk) => ({ ...ids(), durations: Object.fromEntries(chunk) })),
    ];
    interactions = [];
    viewed = {};
    for (const batch of batches) deps.outbox.keep(batch);
    queue.push(...batches);
    for (const batch of queue) if (deps.now() - batch.madeAt > BATCH_WAIT_MAX_MS) remove(batch);
  };

  const unsentZaps = () =>
    countZaps([
      ...interactions,
      ...queue.flatMap((batch) => ('interactions' in batch ? batch.interactions : [])),
    ]);

  /** Sends one batch after the other. A batch that must wait holds back the others, so that the order stays. */
  const sendQueue = async () => {
    if (isSending) return;
    isSending = true;
    for (let batch = queue[0]; batch; batch = queue[0]) {
      try {
        const { views, zapCount } = await deps.send(batch);
        remove(batch);
        deps.onViews(views);
        if (zapCount !== null) deps.onZaps(zapCount + unsentZaps());
      } catch (error) {
        deps.onError('durations' in batch ? 'durations' : 'interactions', error);
        if (deps.mayBeSentLater(error)) break;
        remove(batch);
      }
    }
    isSending = false;
  };

  const flush = () => {
    closeBatch();
    void sendQueue();
  };

  const add = (appId: string, interactionType: InteractionType, ms: number) => {
    interactions.push({ appId, interactionType, duration: clampDuration(ms) });
    if (interactions.length >= GATHER_MAX) flush();
    else due ??= setTimeout(flush, GATHER_MS);
  };

  return {
    view: (appId) => add(appId, 'view', VIEW_MS),
    interaction: add,
    durations(durations) {
      for (const [id, ms] of Object.entries(durations)) viewed[id] = (viewed[id] ?? 0) + ms;
      due ??= setTimeout(flush, GATHER_MS);
    },
    flush,
    flushAtExit() {
      closeBatch();
      // Browsers fire both visibilitychange and pagehide.
      for (const batch of queue.filter(({ batchId }) => !beaconed.has(batchId))) {
        beaconed.add(batch.batchId);
        deps.beacon(batch);
      }
    },
  };
}
