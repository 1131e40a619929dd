import type { PendingApp } from '@zapdeck/contract/apps';

export interface Queue {
  apps: PendingApp[];
  /** How many wait in all, loaded or not. */
  total: number;
}

/** The queue without an app. */
export function withoutApp(queue: Queue, id: string): Queue {
  const apps = queue.apps.filter((app) => app.id !== id);
  return { apps, total: queue.total - (queue.apps.length - apps.length) };
}

/** The queue with an app back in its place: the longest waiting first. */
export function withApp(queue: Queue, app: PendingApp): Queue {
  if (queue.apps.some(({ id }) => id === app.id)) return queue;
  const apps = [...queue.apps, app].toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
  );
  return { apps, total: queue.total + 1 };
}

/**
 * The queue as it was read, without what has been decided since the read was sent: its answer may be older than the
 * decision. `decidedAt` holds the moment of each decision, infinity while it is on its way.
 */
export function withoutDecided(queue: Queue, decidedAt: ReadonlyMap<string, number>, askedAt: number): Queue {
  const apps = queue.apps.filter(({ id }) => (decidedAt.get(id) ?? Number.NEGATIVE_INFINITY) < askedAt);
  return { apps, total: queue.total - (queue.apps.length - apps.length) };
}

/** The row that has the focus after a key, or undefined when the key moves nothing. */
export function rowAfterKey(key: string, row: number, rows: number): number | undefined {
  const moved = { j: row + 1, ArrowDown: row + 1, k: row - 1, ArrowUp: row - 1, Home: 0, End: rows - 1 }[key];
  return moved === undefined ? undefined : Math.max(0, Math.min(rows - 1, moved));
}
