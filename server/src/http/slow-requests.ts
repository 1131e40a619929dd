import type { FastifyInstance } from 'fastify';

export function logSlowRequests(app: FastifyInstance, slowMs: number): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.elapsedTime < slowMs) return;
    const { method, url: route } = request.routeOptions;
    const durationMs = Math.round(reply.elapsedTime);
    request.log.warn({ method, route, status: reply.statusCode, durationMs }, 'slow request');
  });
}
