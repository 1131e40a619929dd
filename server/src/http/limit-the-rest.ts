import type { FastifyInstance } from 'fastify';
import { consumeForNetwork, type Limit, type RateLimits } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says that the route counts its callers itself, or that nobody is to be counted. */
    isUnlimited?: true;
  }
}

/** Pages, their files, the documentation and whatever does not exist: a first visit asks for some thirty of them. */
const perNetwork: Limit = { calls: 3_000, seconds: 60, perNode: true };

/** Holds whatever is no call to one limit for each network, so that no address stands outside of all limits. */
export function limitTheRest(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (routeOptions.config.isUnlimited) return;
    await consumeForNetwork(limits, 'pages', ip, perNetwork);
  });
}
