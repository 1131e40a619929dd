import {
  BATCH_KEPT_MS,
  DURATION_MAX_MS,
  DURATIONS_MAX,
  INTERACTIONS_MAX,
  type InteractionType,
} from '@zapdeck/contract/interactions';
import type { Outbox } from '../../../../lib/outbox.ts';
import type { Batch, Durations, Interaction } from './batch-outbox.ts';

/** What the server made of a batch. */
export interface Counted {
  /** The apps whose views grew. */
  views: readonly string[];
  /** The zap count of the person, where the batch could change it. */
  zapCount: number | null;
}

export interface RecorderDeps {
  newId: () => string;
  now: () => number;
  /** Cursor of the deck in front. */
  cursor: () => string | undefined;
  /** What an earlier page left, what outlives this one, and what need not any more. */
  outbox: Outbox<Batch>;
  send: (batch: Batch) => Promise<Counted>;
  /** Hands the batch to the browser to send even when the page goes. */
  beacon: (batch: Batch) => void;
  /** True when the failure may pass, so that the same may be sent again. */
  mayBeSentLater: (error: unknown) => boolean;
  onViews: (appIds: readonly string[]) => void;
  /** The zap count as the server keeps it, with what it has not been told yet. */
  onZaps: (zapCount: number) => void;
  onError: (what: string, error: unknown) => void;
}

export interface Recorder {
  /** A card has been in sight for `VIEW_MS`. */
  view: (appId: string) => void;
  interaction: (appId: string, interactionType: InteractionType, durationMs: number) => void;
  durations: (durations: Durations) => void;
  /** Sends what waits, and what could not be sent before. */
  flush: () => void;
  /** The same while the page goes: what is not answered is sent again by the next page. */
  flushAtExit: () => void;
}

/** A card counts as viewed once it has been in sight for this long. */
export const VIEW_MS = 1_000;
/** What happens within this time is sent together. */
export const GATHER_MS = 2_000;
/** So much is sent at once, whatever the time. */
export const GATHER_MAX = 20;
/** Well before the server forgets the ids and would count one again that had arrived without our knowing. */
const GIVEN_UP_AFTER_MS = BATCH_KEPT_MS / 2;

const believed = (ms: number) => Math.min(Math.max(0, Math.round(ms)), DURATION_MAX_MS);

/** How many of them the server will count as zaps: all but the views. */
function zapsIn(interactions: readonly Interaction[]): number {
  return interactions.filter(({ interactionType }) => interactionType !== 'view').length;
}

function parts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}

/**
 * Gathers what a person did and sends it in batches, in the order in which it happened; each counts once, also when its
 * answer is lost. Failures are told to `onError` and never to the person; specification, section 8.
 */
export function createRecorder(deps: RecorderDeps): Recorder {
  let met: Interaction[] = [];
  let spent: Durations = {};
  let due: ReturnType<typeof setTimeout> | undefined;
  let queue = deps.outbox.unsent();
  let isSending = false;
  const beaconed = new Set<string>();

  const settle = (batch: Batch) => {
    queue = queue.filter(({ batchId }) => batchId !== batch.batchId);
    deps.outbox.drop(batch.batchId);
  };

  const close = () => {
    clearTimeout(due);
    due = undefined;
    const named = () => ({ batchId: deps.newId(), madeAt: deps.now() });
    const cursor = deps.cursor();
    const dealt = cursor === undefined ? {} : { cursor };
    const times = Object.entries(spent).map(([id, ms]) => [id, believed(ms)] as const);
    const claimed = times.filter(([, ms]) => ms > 0);
    const batches = [
      ...parts(met, INTERACTIONS_MAX).map((interactions) => ({ ...named(), interactions, ...dealt })),
      ...parts(claimed, DURATIONS_MAX).map((part) => ({ ...named(), durations: Object.fromEntries(part) })),
    ];
    met = [];
    spent = {};
    for (const batch of batches) deps.outbox.keep(batch);
    queue.push(...batches);
    for (const batch of queue) if (deps.now() - batch.madeAt > GIVEN_UP_AFTER_MS) settle(batch);
  };

  const zapsWaiting = () =>
    zapsIn([...met, ...queue.flatMap((batch) => ('interactions' in batch ? batch.interactions : []))]);

  /** One after the other, so that their order stays; the first that has to wait holds up the rest. */
  const sendQueue = async () => {
    if (isSending) return;
    isSending = true;
    for (let batch = queue[0]; batch; batch = queue[0]) {
      try {
        const { views, zapCount } = await deps.send(batch);
        settle(batch);
        deps.onViews(views);
        if (zapCount !== null) deps.onZaps(zapCount + zapsWaiting());
      } catch (error) {
        deps.onError('durations' in batch ? 'durations' : 'interactions', error);
        if (deps.mayBeSentLater(error)) break;
        settle(batch);
      }
    }
    isSending = false;
  };

  const flush = () => {
    close();
    void sendQueue();
  };

  const add = (appId: string, interactionType: InteractionType, ms: number) => {
    met.push({ appId, interactionType, duration: believed(ms) });
    if (met.length >= GATHER_MAX) flush();
    else due ??= setTimeout(flush, GATHER_MS);
  };

  return {
    view: (appId) => add(appId, 'view', VIEW_MS),
    interaction: add,
    durations(durations) {
      for (const [id, ms] of Object.entries(durations)) spent[id] = (spent[id] ?? 0) + ms;
      due ??= setTimeout(flush, GATHER_MS);
    },
    flush,
    flushAtExit() {
      close();
      // A page that is hidden and then goes is told twice.
      for (const batch of queue.filter(({ batchId }) => !beaconed.has(batchId))) {
        beaconed.add(batch.batchId);
        deps.beacon(batch);
      }
    },
  };
}
