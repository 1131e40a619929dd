import { BEST_DECK, type DeckKey, parseDeckKey } from '@zapdeck/contract/feed/decks';
import { Handle } from '@zapdeck/contract/accounts/maker-page';
import { lookAround, MAKERS_PATH, tryApp } from '@zapdeck/contract/instance/pages';
import {
  cardHref,
  deckHref,
  JUST_STARTED,
  screens,
  todaysAppsPath,
} from '@zapdeck/contract/instance/screens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { CallContext } from '../../accounts/admission.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { sendPage } from '../../http/entity-tag.ts';
import { PAGES_PATH, pagePath } from '../listings/present/page-address.ts';
import { createVisitCounter, isOfPerson } from '../listings/numbers/visits.ts';
import { startAsGuest } from '../auth/auth.ts';
import { appPage } from './app-page.ts';
import { findMaker } from '../makers/maker-pages.ts';
import { findByPage, readAppsOf, readOthers, readPublicApp } from './common/find-app.ts';
import { makerPage } from './maker-page.ts';
import { missingPage } from './notice-pages.ts';
import { installPageErrors } from './page-errors.ts';
import { type Site, siteFor } from './common/page-site.ts';
import { todaysApps } from './todays-apps.ts';

const APPS_OF_MAKER = 60;

/** Rejects with `deck_not_found` if no deck can have this key. */
function requireDeckKey(key: DeckKey = BEST_DECK): DeckKey {
  if (!parseDeckKey(key)) throw new Refusal('deck_not_found');
  return key;
}

/** Opens the path with the session of the visitor, as a guest where guests are allowed. */
async function startSessionAndGo(
  deps: Deps,
  { user, sid, now, reply }: Pick<CallContext<typeof lookAround>, 'user' | 'sid' | 'now' | 'reply'>,
  path: string,
): Promise<void> {
  const { guests } = deps.instance();
  if (user && (guests || !user.isGuest)) return void reply.redirect(path, 303);
  if (!guests) return void reply.redirect(`${screens.login.path}?returnTo=${encodeURIComponent(path)}`, 303);
  await startAsGuest(deps.db, deps, { reply, sid, now });
  reply.redirect(`${path}${path.includes('?') ? '&' : '?'}${JUST_STARTED}`, 303);
}

/** Registers the public pages of apps and makers and the forms that lead to the feed. */
export async function pagesRoutes(scope: FastifyInstance, deps: Deps, site: Site): Promise<void> {
  const { db } = deps;
  const visits = createVisitCounter(deps);
  installPageErrors(scope, site);
  // A separate scope, because other routes must not accept forms.
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  );

  scope.get<{ Params: { name: string } }>(`${PAGES_PATH}:name`, async (request, reply) => {
    const { name } = request.params;
    const app = await findByPage(db, name);
    if (!app) return sendPage(request, reply.code(404), missingPage(siteFor(site, request, reply)));
    const path = pagePath(app);
    if (path !== PAGES_PATH + name) {
      const { search } = new URL(request.url, site.publicUrl);
      return reply.header('cache-control', 'no-cache').redirect(path + search, 301);
    }
    const page = appPage(app, await readOthers(db, app), siteFor(site, request, reply));
    if (request.method === 'GET' && isOfPerson(request.headers)) visits.count(app.id, deps.clock());
    return sendPage(request, reply, page);
  });

  scope.get(todaysAppsPath, async (request, reply) =>
    sendPage(request, reply, await todaysApps(db, deps.clock(), siteFor(site, request, reply))),
  );

  scope.get<{ Params: { handle: string } }>(`${MAKERS_PATH}:handle`, async (request, reply) => {
    const name = request.params.handle.toLowerCase();
    const maker = Handle.safeParse(name).success ? await findMaker(db, name, site.publicUrl) : undefined;
    if (!maker) return sendPage(request, reply.code(404), missingPage(siteFor(site, request, reply)));
    if (name !== request.params.handle)
      return reply.header('cache-control', 'no-cache').redirect(MAKERS_PATH + name, 301);
    const found = await readAppsOf(db, maker.userId, APPS_OF_MAKER + 1);
    const shown = { maker, apps: found.slice(0, APPS_OF_MAKER), hasMore: found.length > APPS_OF_MAKER };
    return sendPage(request, reply, makerPage(shown, siteFor(site, request, reply)));
  });

  handle(scope, deps, tryApp, async ({ params, query, ...visit }) => {
    const deck = requireDeckKey(query.deck);
    const app = await readPublicApp(db, params.id);
    if (!app) throw new Refusal('app_not_found');
    await startSessionAndGo(deps, visit, cardHref(app.id, deck));
  });

  handle(scope, deps, lookAround, async ({ query, ...visit }) =>
    startSessionAndGo(deps, visit, deckHref(requireDeckKey(query.deck))),
  );
}
