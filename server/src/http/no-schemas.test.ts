import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { noSchemas } from './no-schemas.ts';

test.each([
  ['of its body', { body: { type: 'object' } }],
  ['of its answer', { response: { 200: { type: 'object' } } }],
])('a route with a schema %s, which nothing would check, does not start', async (_what, schema) => {
  const app = Fastify({ schemaController: noSchemas });
  app.post('/', { schema }, () => ({}));
  await expect(app.ready()).rejects.toThrow('has a JSON schema');
});
