import pg from 'pg';

/** The holder of an ended connection releases it at its next statement. */
const ENDED_HELD_MAX_MS = 30_000;
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

  /** Connections that are neither idle nor in use: not released after their end, or held for too long. */
  get lostCount(): number {
    const nowMs = performance.now();
    return [...this.#held.values()].filter((holding) => isLost(holding, nowMs)).length;
  }

  get isDead(): boolean {
    return this.lostCount >= this.options.max;
  }

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
