import pg from 'pg';

/** A holder meets the end of its connection at its next statement, and then gives it back. */
const ENDED_HELD_MAX_MS = 30_000;
/** Longer than any work keeps a connection. */
const HELD_MAX_MS = 3_600_000;
const CLOSE_WAIT_MS = 5_000;

interface Holding {
  sinceMs: number;
  endedAtMs?: number;
}

function isLost({ sinceMs, endedAtMs }: Holding, nowMs: number): boolean {
  const endedMs = endedAtMs === undefined ? 0 : nowMs - endedAtMs;
  return endedMs > ENDED_HELD_MAX_MS || nowMs - sinceMs > HELD_MAX_MS;
}

/** A pool that counts the connections it has lost, and that closes even when some are never released. */
export class ConnectionPool extends pg.Pool {
  readonly #held = new Map<pg.PoolClient, Holding>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.#held.set(client, { sinceMs: performance.now() }));
    this.on('release', (_error, client) => this.#held.delete(client));
    this.on('connect', (client) =>
      client.once('end', () => {
        const holding = this.#held.get(client);
        if (holding) holding.endedAtMs = performance.now();
      }),
    );
  }

  /**
   * Connections that are neither idle nor in use: taken, and not released long after their end or after the longest work.
   * The pool cannot replace them.
   */
  get lostCount(): number {
    const nowMs = performance.now();
    return [...this.#held.values()].filter((holding) => isLost(holding, nowMs)).length;
  }

  /** True when every connection is lost: nothing but a restart of the process helps. */
  get isDead(): boolean {
    return this.lostCount >= this.options.max;
  }

  /** Closes idle connections and waits for those in use; returns how many it had to cut off because the wait was over. */
  async close(waitMs = CLOSE_WAIT_MS): Promise<number> {
    const { promise: isLate, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(() => {
      resolve(this.#held.size);
      for (const client of this.#held.keys()) void client.end();
    }, waitMs);
    const cutOff = await Promise.race([this.end().then(() => 0), isLate]);
    clearTimeout(timer);
    return cutOff;
  }
}
