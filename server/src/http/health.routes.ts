import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, because the schema is there, the database answers and nobody told it to stop. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const isMeant = deps.isMigrated() && !deps.isStopping();
    const isReady = isMeant && (await deps.pool.query('SELECT 1').then(Boolean, () => false));
    return isReady
      ? reply.send({ status: 'ready' })
      : reply.code(503).header('retry-after', '2').send({ status: 'not ready' });
  });
}
