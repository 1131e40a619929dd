import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export const APPLICATION_NAME = 'zapdeck';
const requestIds = new AsyncLocalStorage<string>();
/** The names of connections that have another than their own. */
const names = new WeakMap<pg.PoolClient, string>();

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Does work in which each connection bears the id of the request, for the log of PostgreSQL (`%a`) and its views. */
export function tracingRequest<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work);
}

/** Names the connections of a pool for the request that takes them. Outside of `tracingRequest` it costs nothing. */
export function nameConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const connectNamed = (connected: Connected) => {
    const requestId = requestIds.getStore();
    connect((error, client, release) => {
      const name = requestId === undefined ? APPLICATION_NAME : `${APPLICATION_NAME} ${requestId}`;
      if (error || !client || (names.get(client) ?? APPLICATION_NAME) === name)
        return connected(error, client, release);
      client.query(`SET application_name = ${pg.escapeLiteral(name)}`, (failure) => {
        // A connection that cannot even be named is of no use.
        if (failure) release(failure);
        else names.set(client, name);
        connected(failure ?? undefined, failure ? undefined : client, release);
      });
    });
  };
  pool.connect = ((connected?: Connected) => {
    if (connected) return connectNamed(connected);
    return new Promise((resolve, reject) => {
      connectNamed((error, client) => (client ? resolve(client) : reject(error)));
    });
  }) as typeof pool.connect;
}
