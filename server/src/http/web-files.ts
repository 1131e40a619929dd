import { join } from 'node:path';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DeckKey } from '@zapdeck/contract/feed/decks';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PageValues, servePages } from './web-pages.ts';
import { sendRefusal } from './error-handler.ts';
import type { Markup } from './html.ts';
import type { LivePart } from './live-page.ts';
import { wrongMethod, isApiPath, pathOf } from './addresses.ts';
import { Refusal } from './refusal.ts';
import { hasTagged } from './entity-tag.ts';

export interface OwnFile {
  type: string;
  content: string | Buffer;
}

/** Files that replace files of the build, by name. Undefined keeps the file of the build. */
export type OwnFiles = Readonly<Record<string, () => Promise<OwnFile | undefined>>>;

function serveOwnFiles(app: FastifyInstance, files: OwnFiles, sharedWithOthers: readonly string[]): void {
  for (const [name, read] of Object.entries(files)) {
    app.get(`/${name}`, async (request, reply) => {
      const file = await read();
      if (!file) return reply.sendFile(name);
      const tag = `"${hash('sha256', file.content, 'base64url').slice(0, 22)}"`;
      void reply.headers({ 'cache-control': 'no-cache', etag: tag });
      if (sharedWithOthers.includes(name)) void reply.header('cross-origin-resource-policy', 'cross-origin');
      if (hasTagged(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type(file.type).send(file.content);
    });
  }
}

type Manifest = Record<string, { file: string } | undefined>;

/** Returns the address of a built file. Without a build, returns that of the source for the development server. */
export async function builtFile(webFolder: string | undefined, source: string): Promise<string> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.vite/manifest.json'), 'utf8');
  const text = await read?.catch(() => undefined);
  const entry = text === undefined ? undefined : (JSON.parse(text) as Manifest)[source];
  return `/${entry?.file ?? source}`;
}

/** Returns an SVG element with a symbol per category, with its slug as id. Empty without a build. */
export async function categoryIcons(webFolder: string | undefined): Promise<string> {
  const read =
    webFolder === undefined ? undefined : readFile(join(webFolder, '.pages/category-icons.svg'), 'utf8');
  return (await read?.catch(() => undefined)) ?? '';
}

/** Returns the files that the feed's page loads. Empty without a build. */
export async function filesOfFeed(webFolder: string | undefined): Promise<string[]> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.pages/feed.html'), 'utf8');
  const page = (await read?.catch(() => undefined)) ?? '';
  return [...page.matchAll(/(?:href|src)="(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(
    ([, address]) => address ?? '',
  );
}

const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Every page waits for this file before painting. An outdated file does no harm. */
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

/** Returns true for a missing file of a page. All other addresses show a screen, even with dots. */
function wantsFile({ url, headers }: FastifyRequest): boolean {
  const path = pathOf(url);
  const isNavigation = headers.accept?.includes('text/html') === true;
  return path.startsWith('/assets/') || (/\.\w+$/.test(path) && !isNavigation);
}

/** Serves files. Those under /assets have a hash in their name and never change. Other addresses are screens. */
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
