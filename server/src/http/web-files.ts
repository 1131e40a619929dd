import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageValues } from './built-pages.ts';
import { sendRefusal } from './error-handler.ts';
import type { Markup } from './html.ts';
import type { LivePart } from './live-page.ts';
import { type OwnFiles, serveOwnFiles } from './own-files.ts';
import { wrongMethod } from './other-methods.ts';
import { isApiPath, pathOf } from './path-of.ts';
import { Refusal } from './refusal.ts';
import { servePages } from './web-pages.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Every page waits for this file before it is painted. An older one does no harm. */
const BEFORE_PAINT = { file: 'before-paint.js', kept: 'public, max-age=600, stale-while-revalidate=86400' };

/** Pictures in mails, which webmail loads from another origin. */
const PICTURES_OF_MAILS = ['icon-192.png', 'og-image.jpg'];

interface WebOptions {
  folder: string;
  values: PageValues;
  parts: readonly LivePart[];
  firstCard: (query: unknown) => Promise<Markup | undefined>;
  deckPage: (key: DeckKey) => string | undefined;
  cookiesPage: () => Markup;
  cookieName: string;
  isSecure: boolean;
  hasServiceWorker: boolean;
  ownFiles: OwnFiles;
}

const readMethods = ['GET', 'HEAD'];

function isRead({ method }: FastifyRequest): boolean {
  return readMethods.includes(method);
}

/** Returns true for a missing file of a page. All other addresses show a screen, also with dots. */
function wantsFile({ url, headers }: FastifyRequest): boolean {
  const path = pathOf(url);
  const isNavigation = headers.accept?.includes('text/html') === true;
  return path.startsWith('/assets/') || (/\.\w+$/.test(path) && !isNavigation);
}

/** Files under /assets have a hash in their name and never change. All other addresses are screens. */
export async function serveWeb(
  app: FastifyInstance,
  { folder, hasServiceWorker, ownFiles, ...pages }: WebOptions,
): Promise<void> {
  const sendScreen = await servePages(app, folder, pages);
  const assets = join(folder, 'assets');
  const beforePaint = join(folder, BEFORE_PAINT.file);
  const picturesOfMails = new Set(PICTURES_OF_MAILS.map((file) => join(folder, file)));
  await app.register(staticFiles, {
    root: folder,
    index: false,
    preCompressed: true,
    // Files for the server: page templates and the manifest.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const others = path === beforePaint ? BEFORE_PAINT.kept : 'no-cache';
      reply.header('cache-control', path.startsWith(assets) ? FOR_GOOD : others);
      if (picturesOfMails.has(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  serveOwnFiles(app, ownFiles, PICTURES_OF_MAILS);
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
