import type { FastifyInstance } from 'fastify';

/** What is under way when the server is told to stop gets this long. */
const FINISH_WAIT_MS = 10_000;

/** Takes no new connections and waits for the requests under way; those that are not done in time are cut off. */
export async function finishRequests(app: FastifyInstance, waitMs = FINISH_WAIT_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), waitMs);
  await app.close();
  clearTimeout(cut);
}
