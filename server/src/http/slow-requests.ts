import type { FastifyInstance } from 'fastify';
import { tracingRequest } from '../db/trace-requests.ts';

/** Logs each request that took so long, and has the statements of all of them bear their request ids in PostgreSQL. */
export function logSlowRequests(app: FastifyInstance, slowMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => tracingRequest(request.id, done));
  app.addHook('onResponse', async (request, reply) => {
    if (reply.elapsedTime < slowMs) return;
    const { method, url: route } = request.routeOptions;
    const durationMs = Math.round(reply.elapsedTime);
    request.log.warn({ method, route, status: reply.statusCode, durationMs }, 'slow request');
  });
}
