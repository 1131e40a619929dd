import '@fastify/cookie';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeckKey } from '@zapdeck/contract/decks';
import { Id } from '@zapdeck/contract/primitives';
import {
  FIRST_CARD_PLACEHOLDER,
  JUST_STARTED,
  pathsOf,
  publicPageHref,
  type Screen,
  screenNames,
  screens,
  screensAt,
} from '@zapdeck/contract/screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, Markup } from './html.ts';
import { type LivePart, livePages } from './live-page.ts';
import { type ReadyDocument, sendDocument } from './ready-document.ts';
import { sendPage } from './send-page.ts';
import { varyBy } from './vary.ts';

export interface PageValues {
  publicUrl: string;
  platformName: string;
  providers: Readonly<Record<string, unknown>>;
}

async function readTemplate(
  path: string,
  { publicUrl, platformName, providers }: PageValues,
): Promise<string | undefined> {
  // Without a build there are no pages. The development server in front of this one makes them.
  const template = await readFile(path, 'utf8').catch(() => undefined);
  return template
    ?.replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl))
    .replaceAll('%PLATFORM_NAME%', () => escapeHtml(platformName))
    .replaceAll('%WAYS_IN%', Object.values(providers).some(Boolean) ? 'more' : 'password');
}

interface PageOptions {
  values: PageValues;
  parts: readonly LivePart[];
  firstCard: (query: unknown) => Promise<Markup | undefined>;
  /** Returns the path at which visitors see the apps of the deck with this key. */
  deckPage: (key: DeckKey) => string | undefined;
  cookiesPage: () => Markup;
  /** A browser that sends one is assumed to be signed in, without a query. */
  cookieName: string;
}

/** Every screen needs this, because each leads to the feed without loading a page. */
function letAppsOpenPopups(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
}

export type SendScreen = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Visitors get the public page of the card’s app, the page of the deck, or the landing page. */
function visitorsAddress(query: unknown, deckPage: PageOptions['deckPage']): string {
  const { app, deck } = query as { app?: unknown; deck?: unknown };
  const id = Id.safeParse(app);
  if (id.success) return publicPageHref(id.data);
  return (typeof deck === 'string' ? deckPage(deck) : undefined) ?? screens.landing.path;
}

/** Browsers with a session cookie get the empty page, so that members see no flash of the landing page. */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { values, parts, firstCard, deckPage, cookiesPage, cookieName }: PageOptions,
): Promise<SendScreen | undefined> {
  const shellTemplate = await readTemplate(join(folder, 'index.html'), values);
  if (shellTemplate === undefined) return undefined;
  const pageOf = livePages(parts);
  const shell = pageOf(shellTemplate);
  const pageNamed = async (name: string | undefined): Promise<() => Promise<ReadyDocument>> => {
    const template =
      name === undefined ? undefined : await readTemplate(join(folder, `.pages/${name}.html`), values);
    return template === undefined ? shell : pageOf(template);
  };

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: () => Promise<ReadyDocument>,
  ): Promise<FastifyReply> => {
    letAppsOpenPopups(reply);
    varyBy(reply, 'cookie');
    return sendDocument(request, reply, await page());
  };

  for (const path of new Set(screenNames.flatMap((name) => pathsOf(screens[name])))) {
    // A feature draws this screen for visitors.
    if (app.hasRoute({ method: 'GET', url: path })) continue;
    const pageAs = (page: Screen['page']) =>
      pageNamed(screensAt(path).find((name) => screens[name].page === page));
    const [visitor, signedIn] = await Promise.all([pageAs('prerendered'), pageAs('preloaded')]);
    app.get(path, async (request, reply) => {
      const isVisitor = request.cookies[cookieName] === undefined;
      if (isVisitor && path === screens.feed.path) {
        varyBy(reply, 'cookie');
        if (request.url.endsWith(JUST_STARTED)) return sendPage(request, reply, cookiesPage());
        return reply
          .header('cache-control', 'no-cache')
          .redirect(visitorsAddress(request.query, deckPage), 302);
      }
      const card = isVisitor || signedIn === shell ? undefined : await firstCard(request.query);
      if (!card) return send(request, reply, isVisitor ? visitor : signedIn);
      letAppsOpenPopups(reply);
      varyBy(reply, 'cookie', 'accept-encoding');
      const { plain } = await signedIn();
      return sendPage(
        request,
        reply,
        new Markup(plain.toString().replace(FIRST_CARD_PLACEHOLDER, () => card.text)),
      );
    });
  }
  // The service worker stores these pages, to show them offline.
  app.get('/index.html', (request, reply) => send(request, reply, shell));
  const unreachable = await readTemplate(join(folder, 'unreachable.html'), values);
  if (unreachable !== undefined) {
    const page = pageOf(unreachable);
    app.get('/unreachable.html', (request, reply) => send(request, reply, page));
  }
  return (request, reply) => send(request, reply, shell);
}
