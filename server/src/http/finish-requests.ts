import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is under way when the server is told to stop gets this long. */
const FINISH_WAIT_MS = 10_000;
/** How often connections are looked for whose request is done. */
const LOOK_MS = 50;
/** A request that is on its way when the port is closed arrives within this time. */
const ARRIVAL_WAIT_MS = 500;

/** How many requests are under way on each open connection of a server. */
const underWay = new WeakMap<Server, Map<Socket, number>>();

/** Counts the requests of each connection, for `finishRequests` to know those that have none. */
export function countRequests(server: Server): void {
  const counts = new Map<Socket, number>();
  underWay.set(server, counts);
  const count = (socket: Socket, change: number) => {
    const before = counts.get(socket);
    if (before !== undefined) counts.set(socket, before + change);
  };
  server.on('connection', (socket) => {
    counts.set(socket, 0);
    socket.once('close', () => counts.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
}

/** Node takes a connection that has sent nothing, or half of a request's head, for a busy one. */
function closeSilent(server: Server): void {
  for (const [socket, requests] of underWay.get(server) ?? []) if (requests === 0) socket.destroy();
}

/**
 * Takes no new connections and waits for the requests under way; those that are not done in time are cut off. Whoever got
 * an answer is let go, however long they would keep their connection.
 */
export async function finishRequests(app: FastifyInstance, waitMs = FINISH_WAIT_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), waitMs);
  let closedAt: number | undefined;
  // Node closes idle connections once, when it stops listening; those with a request under way are idle later.
  const look = setInterval(() => {
    if (app.server.listening) return;
    closedAt ??= performance.now();
    app.server.closeIdleConnections();
    if (performance.now() - closedAt >= ARRIVAL_WAIT_MS) closeSilent(app.server);
  }, LOOK_MS);
  await app.close();
  clearInterval(look);
  clearTimeout(cut);
}
