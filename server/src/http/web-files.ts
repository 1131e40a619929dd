import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './error-handler.ts';
import type { Markup } from './html.ts';
import type { LivePart } from './live-page.ts';
import { wrongMethod } from './other-methods.ts';
import { isApiPath, pathOf } from './path-of.ts';
import { Refusal } from './refusal.ts';
import { type PageValues, servePages } from './web-pages.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Every page waits for this one before it is painted; an older one does no harm to a page. */
const BEFORE_PAINT = { file: 'before-paint.js', kept: 'public, max-age=600, stale-while-revalidate=86400' };

/** Pictures that mails show, which webmail opens from another origin. */
const PICTURES_OF_MAILS = ['icon-192.png', 'og-image.jpg'];

interface WebOptions {
  folder: string;
  values: PageValues;
  parts: readonly LivePart[];
  firstCard: (query: unknown) => Promise<Markup | undefined>;
  cookiesPage: Markup;
  /** The name of the session's cookie. */
  cookieName: string;
  hasServiceWorker: boolean;
}

const readMethods = ['GET', 'HEAD'];

function isRead({ method }: FastifyRequest): boolean {
  return readMethods.includes(method);
}

/** Whether a page of ours misses a part of itself; a person who types an address is shown a screen, dots or not. */
function wantsFile({ url, headers }: FastifyRequest): boolean {
  const path = pathOf(url);
  const isNavigation = headers.accept?.includes('text/html') === true;
  return path.startsWith('/assets/') || (/\.\w+$/.test(path) && !isNavigation);
}

/**
 * Serves the built web app: files under /assets carry a hash and never change, and are sent as small as the build made
 * them; any other address is a screen.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, hasServiceWorker, ...pages }: WebOptions,
): Promise<void> {
  const sendScreen = await servePages(app, folder, pages);
  const assets = join(folder, 'assets');
  const beforePaint = join(folder, BEFORE_PAINT.file);
  const picturesOfMails = new Set(PICTURES_OF_MAILS.map((file) => join(folder, file)));
  await app.register(staticFiles, {
    root: folder,
    index: false,
    preCompressed: true,
    // What the build keeps for the server: pages to be filled in, and what became of each source file.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const others = path === beforePaint ? BEFORE_PAINT.kept : 'no-cache';
      reply.header('cache-control', path.startsWith(assets) ? FOR_GOOD : others);
      if (picturesOfMails.has(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  if (!hasServiceWorker) {
    app.get('/service-worker.js', (_request, reply) => reply.sendFile('self-destroying-worker.js'));
  }
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isApiPath(request.url) && !isRead(request)) throw wrongMethod(readMethods);
  });
  app.setNotFoundHandler((request, reply) => {
    if (sendScreen && isRead(request) && !isApiPath(request.url) && !wantsFile(request))
      return sendScreen(request, reply);
    return sendRefusal(request, reply, new Refusal('not_found'));
  });
}
