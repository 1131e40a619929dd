import type { FastifyInstance } from 'fastify';

/** What is under way when the server is told to stop gets this long. */
const FINISH_WAIT_MS = 10_000;
/** How often connections are looked for whose request is done. */
const LOOK_MS = 50;

/**
 * Takes no new connections and waits for the requests under way; those that are not done in time are cut off. Whoever got
 * an answer is let go, however long they would keep their connection.
 */
export async function finishRequests(app: FastifyInstance, waitMs = FINISH_WAIT_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), waitMs);
  // Node closes idle connections once, when it stops listening; those with a request under way are idle later.
  const look = setInterval(() => app.server.listening || app.server.closeIdleConnections(), LOOK_MS);
  await app.close();
  clearInterval(look);
  clearTimeout(cut);
}
