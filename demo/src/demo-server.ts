import staticFiles from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { APPS_FOLDER, UNFRAMEABLE_SLUG, UNREACHABLE_SLUG } from './catalogue.ts';

/** Apps load only files of their own folder. */
const APP_POLICY = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'";

type Given = Required<Pick<FastifyServerOptions, 'serverFactory'>>;

/** Serves the demo apps. */
export async function buildDemoServer(given: Given): Promise<FastifyInstance> {
  const server = Fastify({ ...given, logger: false, forceCloseConnections: true });
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith(`/${UNREACHABLE_SLUG}`)) request.raw.socket.destroy();
  });
  server.addHook('onSend', async (request, reply) => {
    reply.header('content-security-policy', APP_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith(`/${UNFRAMEABLE_SLUG}/`)) reply.header('x-frame-options', 'DENY');
  });
  await server.register(staticFiles, { root: APPS_FOLDER, redirect: true });
  return server;
}
