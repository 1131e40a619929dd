import { LRUCache } from 'lru-cache';

export interface LinePlace {
  owner: string;
  /** A user waits for a request. A job can wait without limit and has no budget. */
  isJob: boolean;
}

interface LineLimits {
  waitingMax: number;
  waitingOfOwnerMax: number;
  waitMaxMs: number;
  /** CPU time per owner and window, after which requests are refused. */
  budgetMs: number;
  windowMs: number;
  /** After this wait, work of any owner runs next. */
  overdueMs: number;
}

export type LineRefusal = 'busy' | 'spent';

interface WaitingPlace extends LinePlace {
  since: number;
  leave: (refusal: LineRefusal | null) => void;
}

const OWNERS_MAX = 10_000;

function createUsage(windowMs: number, now: () => number) {
  const used = new LRUCache<string, number>({
    max: OWNERS_MAX,
    ttl: windowMs,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now },
  });
  const usedBy = (owner: string) => used.get(owner) ?? 0;
  return {
    of: usedBy,
    add: (owner: string, ms: number) => void used.set(owner, usedBy(owner) + ms),
  };
}

interface FairLine {
  run<Result>(
    place: LinePlace,
    work: (charge: (ms: number) => void) => Promise<Result>,
  ): Promise<Result | { refusal: LineRefusal }>;
  close(): void;
}

/** Creates a queue. The owner with the least used time is next, so a busy owner delays others by one piece. */
export function createFairLine(limits: LineLimits, now: () => number = () => performance.now()): FairLine {
  const usage = createUsage(limits.windowMs, now);
  const waiting = new Set<WaitingPlace>();
  let isBusy = false;
  let isClosed = false;

  const chooseNext = (): WaitingPlace | undefined => {
    const all = [...waiting];
    const overdue = all.find(({ since }) => now() - since >= limits.overdueMs);
    return overdue ?? all.toSorted((one, other) => usage.of(one.owner) - usage.of(other.owner))[0];
  };
  const beginNext = () => {
    const next = isBusy ? undefined : chooseNext();
    if (!next) return;
    isBusy = true;
    next.leave(null);
  };
  const refusalOf = ({ owner, isJob }: LinePlace): LineRefusal | null => {
    if (isClosed) return 'busy';
    if (isJob) return null;
    if (usage.of(owner) >= limits.budgetMs) return 'spent';
    const requests = [...waiting].filter((one) => !one.isJob);
    const ofOwner = requests.filter((one) => one.owner === owner);
    const isFull = requests.length >= limits.waitingMax || ofOwner.length >= limits.waitingOfOwnerMax;
    return isFull ? 'busy' : null;
  };
  const waitForTurn = (place: LinePlace): Promise<LineRefusal | null> => {
    const { promise, resolve } = Promise.withResolvers<LineRefusal | null>();
    const leave: WaitingPlace['leave'] = (refusal) => {
      clearTimeout(timer);
      waiting.delete(entry);
      resolve(refusal);
    };
    const entry = { ...place, since: now(), leave };
    const timer = place.isJob ? undefined : setTimeout(() => leave('busy'), limits.waitMaxMs);
    waiting.add(entry);
    beginNext();
    return promise;
  };

  return {
    async run(place, work) {
      const refusal = refusalOf(place) ?? (await waitForTurn(place));
      if (refusal !== null) return { refusal };
      try {
        return await work((ms) => usage.add(place.owner, ms));
      } finally {
        isBusy = false;
        beginNext();
      }
    },
    close() {
      isClosed = true;
      for (const { leave } of waiting) leave('busy');
    },
  };
}
