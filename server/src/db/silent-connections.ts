import pg from 'pg';
import { DatabaseClient } from './database-client.ts';

const CHECK_MS = 1_000;
/** Half of the statement timeout. After it the database is asked on a new connection before anything is closed. */
const SILENT_MS = 8_000;
const ASK_MS = 2_000;

interface Heard {
  bytes: number;
  atMs: number;
}

/** Errors of PostgreSQL have a code of five characters, those of the network a longer one. */
const isAnswer = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));

/** Returns true if the database answers on a new connection, even with an error. */
async function answers(options: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return isAnswer(error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Closes connections that wait for a response while the database cannot be reached. Where the network drops packets, the
 * operating system reports the loss after a quarter of an hour only.
 */
export function closeSilent(pool: pg.Pool): void {
  const heard = new Map<DatabaseClient, Heard>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  /** Notes what the client has received. Returns false if it waits and has received nothing for too long. */
  const listen = (client: DatabaseClient): boolean => {
    const bytes = client.socket.bytesRead;
    const last = heard.get(client);
    if (last && client.isPending && last.bytes === bytes) return performance.now() - last.atMs < SILENT_MS;
    heard.set(client, { bytes, atMs: performance.now() });
    return true;
  };
  const check = async (): Promise<void> => {
    const silent = [...heard.keys()].filter((client) => !listen(client));
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const isReachable = await answers(pool.options);
    isAsking = false;
    // Some may have received a response in the meantime.
    for (const client of isReachable ? [] : silent) if (!listen(client)) client.socket.destroy();
  };

  pool.on('connect', (client) => {
    if (!(client instanceof DatabaseClient)) return;
    listen(client);
    timer ??= setInterval(() => void check(), CHECK_MS).unref();
    client.once('end', () => {
      heard.delete(client);
      if (heard.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}
