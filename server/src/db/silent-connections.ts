import type { Socket } from 'node:net';
import pg from 'pg';

const CHECK_MS = 1_000;
/** Half of what a statement may take: whoever answers within that is asked before anything is closed. */
const SILENT_MS = 8_000;
const ASK_MS = 2_000;

/** What the driver keeps of a connection and does not declare. */
interface Internals {
  readyForQuery: boolean;
  connection: { stream: Socket };
}

interface Heard {
  bytes: number;
  atMs: number;
}

/** PostgreSQL’s own word, be it a refusal, has a code of five characters; what the network says has a longer one. */
const isAnswer = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));

/** Whether somebody at the database’s address answers a new connection. */
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
 * Closes connections that wait for an answer while the database cannot be reached. Where the network swallows what is sent
 * the system notices after a quarter of an hour, and until then such connections are lost to everybody.
 */
export function closeSilent(pool: pg.Pool): void {
  const heard = new Map<pg.PoolClient, Heard>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  const listen = (client: pg.PoolClient): boolean => {
    const { readyForQuery, connection } = client as unknown as Internals;
    const bytes = connection.stream.bytesRead;
    const last = heard.get(client);
    if (last && !readyForQuery && last.bytes === bytes) return performance.now() - last.atMs < SILENT_MS;
    heard.set(client, { bytes, atMs: performance.now() });
    return true;
  };
  const check = async (): Promise<void> => {
    const silent = [...heard.keys()].filter((client) => !listen(client));
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const isThere = await answers(pool.options);
    isAsking = false;
    // Those that have been answered meanwhile are not closed.
    for (const client of isThere ? [] : silent)
      if (!listen(client)) (client as unknown as Internals).connection.stream.destroy();
  };

  pool.on('connect', (client) => {
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
