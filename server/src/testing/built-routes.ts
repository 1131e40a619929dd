import type { Route } from '@zapdeck/contract/route';
import { routes } from '@zapdeck/contract/routes';
import type { FastifyInstance } from 'fastify';
import { handledRoutes } from '../http/contract-route.ts';

/** The calls of the contract that this server answers, by name. */
export function builtRoutes(app: FastifyInstance): [string, Route][] {
  const built = handledRoutes(app);
  return Object.entries(routes).filter(([, route]) => built.has(route));
}
