import '@fastify/cookie';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** What the build cannot know and leaves open in its pages. */
export interface PageValues {
  publicUrl: string;
  /** What the operator's provider is called. */
  platformName: string;
  /** The providers that people can sign in with. */
  providers: Readonly<Record<string, unknown>>;
}

async function readTemplate(
  path: string,
  { publicUrl, platformName, providers }: PageValues,
): Promise<string | undefined> {
  // Without a build there are no pages: the server of `npm run dev` stands behind one that makes its own.
  const template = await readFile(path, 'utf8').catch(() => undefined);
  return template
    ?.replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl))
    .replaceAll('%PLATFORM_NAME%', () => escapeHtml(platformName))
    .replaceAll('%WAYS_IN%', Object.values(providers).some(Boolean) ? 'more' : 'password');
}

interface PageOptions {
  values: PageValues;
  parts: readonly LivePart[];
  /** The card that the query of the feed's address names, for its page. */
  firstCard: (query: unknown) => Promise<Markup | undefined>;
  /** Shown instead of the feed to a browser that did not keep the cookie of its new session. */
  cookiesPage: Markup;
  /** Of the session; a browser that sends one is no visitor, as far as can be told without the database. */
  cookieName: string;
}

/**
 * Lets a framed app keep the reference to a popup that it opens, as its sign-in may need. Every screen leads to the feed
 * without another page being loaded, so that every screen has to allow it.
 */
function letAppsOpenPopups(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
}

/** Answers with the page of a screen that no file stands for. */
export type SendScreen = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The address that visitors are sent to instead of the feed's: the public page of the card's app, else the landing page. */
function visitorsAddress(query: unknown): string {
  const { app } = query as { app?: unknown };
  const id = Id.safeParse(app);
  return id.success ? publicPageHref(id.data) : screens.landing.path;
}

/**
 * Serves the screens that the build drew to browsers without a session cookie, and everybody else the empty page in
 * which the scripts show the right screen: somebody signed in never sees a flash of the landing page. All are asked for
 * anew each time, and kept apart by caches. The feed's page carries the card that its address names. Returns how to send
 * that empty page; undefined without a build.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { values, parts, firstCard, cookiesPage, cookieName }: PageOptions,
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
    const pageAs = (page: Screen['page']) =>
      pageNamed(screensAt(path).find((name) => screens[name].page === page));
    const [visitor, signedIn] = await Promise.all([pageAs('prerendered'), pageAs('preloaded')]);
    app.get(path, async (request, reply) => {
      const isVisitor = request.cookies[cookieName] === undefined;
      if (isVisitor && path === screens.feed.path) {
        varyBy(reply, 'cookie');
        if (request.url.endsWith(JUST_STARTED)) return sendPage(request, reply, cookiesPage);
        return reply.header('cache-control', 'no-cache').redirect(visitorsAddress(request.query), 302);
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
  return (request, reply) => send(request, reply, shell);
}
