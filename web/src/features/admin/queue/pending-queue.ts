import type { PendingApp, PendingSort } from '@zapdeck/contract/moderation/pending-apps';

export const ROWS_SHOWN = 20;
/** Loaded rows. Those after the page replace decided apps. */
export const ROWS_READ = 100;

export interface Queue {
  apps: PendingApp[];
  /** Number of all waiting apps, loaded or not. */
  total: number;
  sort: PendingSort;
}

const byTime = (one: PendingApp, other: PendingApp) =>
  one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id);

const sorters: Readonly<Record<PendingSort, (one: PendingApp, other: PendingApp) => number>> = {
  oldest: byTime,
  newest: (one, other) => byTime(other, one),
  title: (one, other) =>
    one.title.toLowerCase().localeCompare(other.title.toLowerCase()) || byTime(one, other),
};

/** Returns the queue without these apps. `decided` also counts apps that were not loaded. */
export function withoutApps(queue: Queue, ids: ReadonlySet<string>, decided = 0): Queue {
  const apps = queue.apps.filter((app) => !ids.has(app.id));
  const gone = Math.max(decided, queue.apps.length - apps.length);
  return { ...queue, apps, total: Math.max(apps.length, queue.total - gone) };
}

/** Puts an app back in its place. */
export function withApp(queue: Queue, app: PendingApp): Queue {
  if (queue.apps.some(({ id }) => id === app.id)) return queue;
  const apps = [...queue.apps, app].toSorted(sorters[queue.sort]);
  return { ...queue, apps, total: queue.total + 1 };
}

/** Returns true if too few apps are loaded for the page while more wait. */
export function isLow({ apps, total }: Queue): boolean {
  return apps.length < ROWS_SHOWN && apps.length < total;
}

/** Adds or removes one decision in the record of the submitter. */
export function withDecision(
  queue: Queue,
  { submittedBy }: Pick<PendingApp, 'submittedBy'>,
  decision: 'approved' | 'rejected',
  by: 1 | -1,
): Queue {
  if (submittedBy === null) return queue;
  const apps = queue.apps.map((app) => {
    const record = app.submittedBy === submittedBy ? app.submitterRecord : null;
    if (!record) return app;
    const moved = { ...record, pending: record.pending - by, [decision]: record[decision] + by };
    return { ...app, submitterRecord: moved };
  });
  return { ...queue, apps };
}

/**
 * Returns the queue without apps decided since the request. `decidedAt` is the time of each decision, infinity while it is
 * pending.
 */
export function withoutDecided(queue: Queue, decidedAt: ReadonlyMap<string, number>, askedAt: number): Queue {
  const apps = queue.apps.filter(({ id }) => (decidedAt.get(id) ?? Number.NEGATIVE_INFINITY) < askedAt);
  return { ...queue, apps, total: queue.total - (queue.apps.length - apps.length) };
}

/** Returns the row to focus after a key, or undefined if the key moves nothing. */
export function rowAfterKey(key: string, row: number, rows: number): number | undefined {
  const moved = { j: row + 1, ArrowDown: row + 1, k: row - 1, ArrowUp: row - 1, Home: 0, End: rows - 1 }[key];
  return moved === undefined ? undefined : Math.max(0, Math.min(rows - 1, moved));
}
