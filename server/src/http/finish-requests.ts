import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const FINISH_WAIT_MS = 10_000;
const LOOK_MS = 50;
/** Time within which a request arrives that was sent before the port closed. */
const ARRIVAL_WAIT_MS = 500;

const underWay = new WeakMap<Server, Map<Socket, number>>();

/** Counts the open requests of each connection, for `finishRequests`. */
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

/** Node counts a connection as busy if it has sent nothing or half of a request head. */
function closeSilent(server: Server): void {
  for (const [socket, requests] of underWay.get(server) ?? []) if (requests === 0) socket.destroy();
}

export async function finishRequests(app: FastifyInstance, waitMs = FINISH_WAIT_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), waitMs);
  let closedAt: number | undefined;
  // Node closes idle connections once, when it stops listening. Connections with a request in flight become idle later.
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
