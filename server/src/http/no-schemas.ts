import type { FastifyServerOptions } from 'fastify';

function refuseSchema(): never {
  throw new Error(
    'A route has a JSON schema, and nothing here compiles those; calls are checked by the contract.',
  );
}

/**
 * For a server none of whose routes has a JSON schema: the compilers that Fastify has for them, 3 MB, are not loaded. A
 * route that has one fails the start.
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};
