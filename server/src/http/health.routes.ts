import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readVersion } from '@zapdeck/contract/version';
import type { Deps } from '../deps.ts';
import { VERSION } from '../db/version.ts';
import { handle } from './contract-route.ts';

/** So old may an answer of the database be. */
const CHECK_KEPT_MS = 1_000;
/** One that takes longer to answer is away for whoever asks. */
const CHECK_MS = 2_000;

/** Those who watch the node must hear from it whoever else asks from where they are. */
const notCounted = { config: { isUnlimited: true } } as const;

/**
 * `/healthz`: the process lives and has not lost all its database connections; a database that is away changes nothing.
 * `/readyz`: it can serve, because the schema is there, the database answers and nobody told it to stop.
 */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  let checked: { atMs: number; answers: Promise<boolean> } | undefined;
  /** Many may ask, and nobody is limited: they share a check, so that asking takes no connections from people. */
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
    const isMeant = deps.isMigrated() && !deps.isStopping();
    const isReady = isMeant && (await databaseAnswers());
    return isReady
      ? reply.send({ status: 'ready' })
      : reply.code(503).header('retry-after', '2').send({ status: 'not ready' });
  });
}
