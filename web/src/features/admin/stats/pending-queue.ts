import type { PendingApp } from '@zapdeck/contract/apps';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/primitives';

export interface Queue {
  apps: PendingApp[];
  /** How many wait in all, loaded or not. */
  total: number;
  /** How many of them are to be loaded, if there are so many. */
  wanted: number;
}

/** The queue without an app. */
export function withoutApp(queue: Queue, id: string): Queue {
  const apps = queue.apps.filter((app) => app.id !== id);
  return { ...queue, apps, total: queue.total - (queue.apps.length - apps.length) };
}

/** The queue with an app back in its place: the longest waiting first. */
export function withApp(queue: Queue, app: PendingApp): Queue {
  if (queue.apps.some(({ id }) => id === app.id)) return queue;
  const apps = [...queue.apps, app].toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
  );
  return { ...queue, apps, total: queue.total + 1 };
}

/** The queue with one more decision, or one less, in the record of whoever handed the app in. */
export function withVerdict(
  queue: Queue,
  { submittedBy }: Pick<PendingApp, 'submittedBy'>,
  verdict: 'approved' | 'rejected',
  by: 1 | -1,
): Queue {
  if (submittedBy === null) return queue;
  const apps = queue.apps.map((app) => {
    const record = app.submittedBy === submittedBy ? app.submitterRecord : null;
    if (!record) return app;
    const moved = { ...record, pending: record.pending - by, [verdict]: record[verdict] + by };
    return { ...app, submitterRecord: moved };
  });
  return { ...queue, apps };
}

/**
 * The queue as it was read, without what has been decided since the read was sent: its answer may be older than the
 * decision. `decidedAt` holds the moment of each decision, infinity while it is on its way.
 */
export function withoutDecided(queue: Queue, decidedAt: ReadonlyMap<string, number>, askedAt: number): Queue {
  const apps = queue.apps.filter(({ id }) => (decidedAt.get(id) ?? Number.NEGATIVE_INFINITY) < askedAt);
  return { ...queue, apps, total: queue.total - (queue.apps.length - apps.length) };
}

/**
 * Reads the queue from its head as far as it is wanted, `read` by `read`. Each app is there once, also when the queue moves
 * meanwhile.
 */
export async function readQueue(
  wanted: number,
  read: (offset: number, limit: number) => Promise<{ items: PendingApp[]; total: number }>,
): Promise<Queue> {
  const apps = new Map<string, PendingApp>();
  for (let offset = 0; ; ) {
    const { items, total } = await read(offset, Math.min(wanted - offset, PAGE_LIMIT_MAX));
    for (const app of items) apps.set(app.id, app);
    offset += items.length;
    if (items.length === 0 || offset >= Math.min(wanted, total))
      return { apps: [...apps.values()], total, wanted };
  }
}

/** The row that has the focus after a key, or undefined when the key moves nothing. */
export function rowAfterKey(key: string, row: number, rows: number): number | undefined {
  const moved = { j: row + 1, ArrowDown: row + 1, k: row - 1, ArrowUp: row - 1, Home: 0, End: rows - 1 }[key];
  return moved === undefined ? undefined : Math.max(0, Math.min(rows - 1, moved));
}
