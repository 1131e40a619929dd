import type { FastifyInstance } from 'fastify';
import { consumeForNetwork, type Limit, type RateLimits } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isUnlimited?: true;
  }
}

/** Covers pages, their files, the documentation and unknown addresses. A first visit requests about thirty. */
const perNetwork: Limit = { calls: 3_000, seconds: 60, perNode: true };

/** Limits requests per network that no other limit covers. */
export function limitTheRest(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (routeOptions.config.isUnlimited) return;
    await consumeForNetwork(limits, 'pages', ip, perNetwork);
  });
}
