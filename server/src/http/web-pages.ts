import '@fastify/cookie';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BEST_DECK, type DeckKey } from '@zapdeck/contract/feed/decks';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { type Language, languages, DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { Id } from '@zapdeck/contract/wire/primitives';
import {
  FIRST_CARD_PLACEHOLDER,
  JUST_STARTED,
  pathsOf,
  publicPageHref,
  type Screen,
  screenNames,
  screens,
  screensAt,
  type ScreenName,
} from '@zapdeck/contract/instance/screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, Markup } from './html.ts';
import { speakTo } from './language.ts';
import { type LivePart, livePages } from './live-page.ts';
import { sendDocument, sendPage, type ReadyDocument } from './entity-tag.ts';
import { varyBy } from './headers.ts';
import { dirOf, type ShownLanguage, testLanguages } from '../languages/shown-language.ts';

export interface PageValues {
  publicUrl: string;
  platformName: string;
  providers: Readonly<Record<string, unknown>>;
}

type PageSource = () => Promise<ReadyDocument>;

/** Pages that are also built files. The service worker stores them for offline use. */
const storedPages = ['index', 'unreachable'] as const;
type PageName = (typeof storedPages)[number] | ScreenName;

type BuiltPages = (language: ShownLanguage, name?: PageName) => PageSource;

async function readTemplate(
  path: string,
  { publicUrl, platformName, providers }: PageValues,
): Promise<string | undefined> {
  const template = await readFile(path, 'utf8').catch(() => undefined);
  return template
    ?.replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl))
    .replaceAll('%PLATFORM_NAME%', () => escapeHtml(platformName))
    .replaceAll('%WAYS_IN%', Object.values(providers).some(Boolean) ? 'more' : 'password');
}

/** Test languages have no pages: scripts show their texts in the empty page. */
function inTestLanguage(template: string, language: keyof typeof testLanguages): string {
  return template.replace(/<html[^>]*>/, `<html lang="en-x-pseudo" dir="${dirOf(language)}">`);
}

const pagesFolder = (language: Language) => (language === DEFAULT_LANGUAGE ? '/' : `/${language}/`);

async function readBuiltPages(
  folder: string,
  values: PageValues,
  parts: readonly LivePart[],
): Promise<BuiltPages | undefined> {
  const pages = new Map<string, PageSource>();
  const read = async (language: Language, name: PageName, path: string) => {
    const template = await readTemplate(path, values);
    if (template !== undefined) pages.set(`${language}/${name}`, livePages(parts, language)(template));
  };
  for (const language of Object.keys(languages) as Language[]) {
    const ofLanguage = pagesFolder(language);
    for (const name of storedPages) await read(language, name, join(folder, ofLanguage, `${name}.html`));
    for (const name of screenNames)
      if (screens[name].page) await read(language, name, join(folder, '.pages', ofLanguage, `${name}.html`));
  }
  const template = await readTemplate(join(folder, 'index.html'), values);
  if (template === undefined) return undefined;
  const empty = livePages(parts, DEFAULT_LANGUAGE)(template);
  for (const language of Object.keys(testLanguages) as (keyof typeof testLanguages)[])
    pages.set(`${language}/index`, livePages(parts, language)(inTestLanguage(template, language)));
  return (language, name = 'index') =>
    pages.get(`${language}/${name}`) ?? pages.get(`${language}/index`) ?? empty;
}

interface PageOptions {
  values: PageValues;
  parts: readonly LivePart[];
  firstCard: (query: unknown) => Promise<Markup | undefined>;
  deckPage: (key: DeckKey) => string | undefined;
  cookiesPage: () => Markup;
  cookieName: string;
  isSecure: boolean;
}

/** Every screen needs this header, because the feed can be reached without loading a page. */
function letAppsOpenPopups(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
}

type SendScreen = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Visitors get the public page of the card’s app, the page of the deck, or the landing page. */
function visitorsAddress(query: unknown, deckPage: PageOptions['deckPage']): string {
  const { app, deck } = query as { app?: unknown; deck?: unknown };
  const id = Id.safeParse(app);
  if (id.success) return publicPageHref(id.data);
  return (typeof deck === 'string' ? deckPage(deck) : undefined) ?? screens.landing.path;
}

const PRELOADED_DECK = `href="${listFeed.path}"`;

function readsOfDeck(query: unknown): string | undefined {
  const { deck } = query as { deck?: unknown };
  if (typeof deck !== 'string' || deck === BEST_DECK) return undefined;
  return `href="${escapeHtml(`${listFeed.path}?${new URLSearchParams({ deck }).toString()}`)}"`;
}

/** Serves pages. Browsers with a session cookie get the empty page, so that members see no flash of the landing page. */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { values, parts, firstCard, deckPage, cookiesPage, cookieName, isSecure }: PageOptions,
): Promise<SendScreen | undefined> {
  const pages = await readBuiltPages(folder, values, parts);
  if (!pages) return undefined;
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageSource,
  ): Promise<FastifyReply> => {
    letAppsOpenPopups(reply);
    return sendDocument(request, reply, await page());
  };

  for (const path of new Set(screenNames.flatMap((name) => pathsOf(screens[name])))) {
    // A feature renders this screen for visitors.
    if (app.hasRoute({ method: 'GET', url: path })) continue;
    const screenWith = (page: Screen['page']) => screensAt(path).find((name) => screens[name].page === page);
    const visitor = screenWith('prerendered');
    const signedIn = screenWith('preloaded');
    app.get(path, async (request, reply) => {
      const isVisitor = request.cookies[cookieName] === undefined;
      const language = speakTo(request, reply, isSecure);
      if (isVisitor && path === screens.feed.path) {
        if (request.url.endsWith(JUST_STARTED)) return sendPage(request, reply, cookiesPage());
        return reply
          .header('cache-control', 'no-cache')
          .redirect(visitorsAddress(request.query, deckPage), 302);
      }
      const isFeed = !isVisitor && signedIn !== undefined;
      const card = isFeed ? await firstCard(request.query) : undefined;
      const reads = isFeed ? readsOfDeck(request.query) : undefined;
      const page = pages(language, isVisitor ? visitor : signedIn);
      if (!card && reads === undefined) return send(request, reply, page);
      letAppsOpenPopups(reply);
      varyBy(reply, 'accept-encoding');
      const { plain } = await page();
      const text = plain.toString().replace(PRELOADED_DECK, () => reads ?? PRELOADED_DECK);
      return sendPage(
        request,
        reply,
        new Markup(card ? text.replace(FIRST_CARD_PLACEHOLDER, () => card.text) : text),
      );
    });
  }
  for (const language of Object.keys(languages) as Language[])
    for (const name of storedPages)
      app.get(`${pagesFolder(language)}${name}.html`, (request, reply) =>
        send(request, reply, pages(language, name)),
      );
  return (request, reply) => send(request, reply, pages(speakTo(request, reply, isSecure)));
}
