import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readVersion } from '@zapdeck/contract/instance/version';
import type { ConnectionPool } from '../db/connection-pool.ts';
import { VERSION } from '../db/version.ts';
import { type CallerFields, handle, type RouteDeps } from './contract-route.ts';

const CHECK_KEPT_MS = 1_000;
const CHECK_MS = 2_000;

/** Unlimited, because other callers of the same network must not block monitoring. */
const notCounted = { config: { isUnlimited: true } } as const;

interface HealthDeps {
  pool: ConnectionPool;
  isReady: () => boolean;
  isStopping: () => boolean;
}

/**
 * Registers `/healthz` and `/readyz`. The first fails without a database connection, the second if the node cannot serve.
 */
export function healthRoutes<C extends CallerFields>(
  app: FastifyInstance,
  deps: RouteDeps<C> & HealthDeps,
): void {
  let checked: { atMs: number; answers: Promise<boolean> } | undefined;
  /** Concurrent requests share a check, so that they take no connections from users. */
  const databaseAnswers = (): Promise<boolean> => {
    const nowMs = performance.now();
    if (checked && nowMs - checked.atMs < CHECK_KEPT_MS) return checked.answers;
    const answers = deps.pool.query('SELECT 1').then(Boolean, () => false);
    checked = { atMs: nowMs, answers: Promise.race([answers, delay(CHECK_MS, false, { ref: false })]) };
    return checked.answers;
  };

  app.get('/healthz', notCounted, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return deps.pool.isDead
      ? reply.code(503).send({ status: 'no connections left', version: VERSION })
      : reply.send({ status: 'ok', version: VERSION });
  });

  handle(app, deps, readVersion, async () => ({ version: VERSION }));

  app.get('/readyz', notCounted, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const isMeant = deps.isReady() && !deps.isStopping();
    const isReady = isMeant && (await databaseAnswers());
    return isReady
      ? reply.send({ status: 'ready' })
      : reply.code(503).header('retry-after', '2').send({ status: 'not ready' });
  });
}
