import pg from 'pg';
import { DatabaseClient } from './database-client.ts';

const CHECK_MS = 1_000;
/** Half of the statement timeout. Then a new connection tests whether the database can be reached. */
const SILENT_MS = 8_000;
const PROBE_TIMEOUT_MS = 2_000;

interface WireProgress {
  bytes: number;
  atMs: number;
}

/** Codes of PostgreSQL have five characters; those of the network have more. */
const isDatabaseAnswer = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));

async function answers(options: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return isDatabaseAnswer(error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Closes silent connections, because the system reports dropped packets late. */
export function closeSilent(pool: pg.Pool): void {
  const progress = new Map<DatabaseClient, WireProgress>();
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const updateProgress = (client: DatabaseClient): boolean => {
    const bytes = client.socket.bytesRead;
    const last = progress.get(client);
    if (last && client.isPending && last.bytes === bytes) return performance.now() - last.atMs < SILENT_MS;
    progress.set(client, { bytes, atMs: performance.now() });
    return true;
  };
  const check = async (): Promise<void> => {
    const silent = [...progress.keys()].filter((client) => !updateProgress(client));
    if (silent.length === 0 || isProbing) return;
    isProbing = true;
    const isReachable = await answers(pool.options);
    isProbing = false;
    for (const client of isReachable ? [] : silent) if (!updateProgress(client)) client.socket.destroy();
  };

  pool.on('connect', (client) => {
    if (!(client instanceof DatabaseClient)) return;
    updateProgress(client);
    timer ??= setInterval(() => void check(), CHECK_MS).unref();
    client.once('end', () => {
      progress.delete(client);
      if (progress.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}
