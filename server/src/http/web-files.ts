import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './error-handler.ts';
import { Refusal } from './refusal.ts';

const YEAR_S = 31_536_000;

/** Serves the built web app: files under /assets carry a hash and never change; any other address is a screen. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  await app.register(staticFiles, {
    root: folder,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isScreen = request.method === 'GET' && !pathname.startsWith('/api') && !/\.\w+$/.test(pathname);
    if (isScreen) return reply.sendFile('index.html');
    return sendRefusal(request, reply, new Refusal('not_found'));
  });
}
