import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { BODY_MAX_BYTES } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { apiDocsRoutes } from './features/api-docs/api-docs.routes.ts';
import { adminAppRoutes } from './features/review/apps/admin-app.routes.ts';
import { createAppChecks } from './features/frames/checks/requested-checks.ts';
import { listingsRoutes } from './features/listings/listings.routes.ts';
import { ownAppRoutes } from './features/listings/own/own-app.routes.ts';
import { appChangesRoutes } from './features/review/changes/app-changes.routes.ts';
import { framesRoutes } from './features/frames/frames.routes.ts';
import { ownPictureRoutes } from './features/frames/pictures/own-picture.routes.ts';
import { reviewRoutes } from './features/review/review.routes.ts';
import { changeOwnAppRoutes } from './features/listings/own/change-own-app.routes.ts';
import { bulkUploadRoutes } from './features/listings/files/bulk-upload.routes.ts';
import { apiTokensRoutes } from './features/api-tokens/api-tokens.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { csvExportsRoutes } from './features/csv-exports/csv-exports.routes.ts';
import { proofRoutes } from './features/proof/proof.routes.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { emailChangeRoutes } from './features/email-change/email-change.routes.ts';
import { errorLogsRoutes } from './features/error-logs/error-logs.routes.ts';
import { cursorKeyOf } from './features/feed/cursor.ts';
import { logFirstPage } from './features/feed/feed.ts';
import { discoverPagesRoutes } from './features/discover/discover-pages.routes.ts';
import { discoverRoutes } from './features/discover/discover.routes.ts';
import { feedRoutes } from './features/feed/feed.routes.ts';
import { claimRolesRoutes } from './features/claim-roles/claim-roles.routes.ts';
import { logoRoutes } from './features/instance/logo.routes.ts';
import { instanceFiles } from './features/instance/own-files.ts';
import { instanceRoutes } from './features/instance/instance.routes.ts';
import { interactionsRoutes } from './features/interactions/interactions.routes.ts';
import { makersRoutes } from './features/makers/makers.routes.ts';
import { createInstancePicture } from './features/pages/link-picture/instance-picture.ts';
import { createLinkPictureDrawer } from './features/pages/link-picture/link-picture-drawer.ts';
import { linkPictureRoutes } from './features/pages/link-picture/link-picture.routes.ts';
import { legalPagesRoutes } from './features/pages/legal-pages.routes.ts';
import { pagesRoutes } from './features/pages/pages.routes.ts';
import { visitorsPathOf } from './features/pages/common/public-decks.ts';
import { firstCards } from './features/pages/first-card.ts';
import { cookiesPage } from './features/pages/notice-pages.ts';
import { pageParts } from './features/pages/page-parts.ts';
import { unsubscribeRoutes } from './features/pages/unsubscribe.routes.ts';
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts';
import { programsRoutes } from './features/pages/programs/programs.routes.ts';
import { firstViewsRoutes } from './features/first-views/first-views.routes.ts';
import { tasteRoutes } from './features/for-you/taste.routes.ts';
import { hiddenRoutes } from './features/hidden/hidden.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { hostsRoutes } from './features/hosts/hosts.routes.ts';
import { takebacksRoutes } from './features/takebacks/takebacks.routes.ts';
import { voteGroupsRoutes } from './features/vote-groups/vote-groups.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { identitiesRoutes } from './features/identities/identities.routes.ts';
import { pendingAccountsRoutes } from './features/providers/pending-accounts.routes.ts';
import { providersRoutes } from './features/providers/providers.routes.ts';
import { approvalRoutes } from './features/approval/approval.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { rankingsRoutes } from './features/rankings/rankings.routes.ts';
import { reportsRoutes } from './features/review/reports/reports.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { securityLogRoutes } from './features/security-log/security-log.routes.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import { statsRoutes } from './features/stats/stats.routes.ts';
import { todayPageRoutes } from './features/today/today-page.routes.ts';
import { todayRoutes } from './features/today/today.routes.ts';
import { totpRoutes } from './features/totp/totp.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { votesRoutes } from './features/votes/votes.routes.ts';
import { waitingRoutes } from './features/review/waiting/waiting.routes.ts';
import { keepCookiesFromBearers } from './http/origin.ts';
import { builtFile, categoryIcons, filesOfFeed, serveWeb } from './http/web-files.ts';
import { installCompression, installHeaders, protectingHeaders } from './http/headers.ts';
import { hasRefusalLog, installErrorHandler, sendRefusal } from './http/error-handler.ts';
import { httpServerFactory, PATIENCE, type Patience } from './http/http-server.ts';
import { Markup } from './http/html.ts';
import { healthRoutes } from './http/health.routes.ts';
import { acceptJsonOnly } from './http/json-body.ts';
import { offerLanguages } from './http/language.ts';
import { limitTheRest } from './http/rate-limit.ts';
import { repairMangledLinks, isApiPath, refuseOtherMethods } from './http/addresses.ts';
import { metricsRoutes } from './http/metrics.routes.ts';
import { Refusal } from './http/refusal.ts';
import { wellKnownRoutes } from './http/well-known.routes.ts';
import { loggableError } from './log/loggable-error.ts';
import { siteIn } from './features/pages/common/page-site.ts';

interface AppOptions {
  logger: NonNullable<FastifyServerOptions['logger']>;
  webFolder?: string;
  patience?: Patience;
}

type Headers = ReturnType<typeof protectingHeaders>;

function openApp(
  { config }: Deps,
  headers: Headers,
  { logger, patience = PATIENCE }: AppOptions,
): FastifyInstance {
  return Fastify({
    logger: typeof logger === 'object' ? { ...logger, serializers: { err: loggableError } } : logger,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: httpServerFactory(headers, patience),
    // Longer than the longest URL that the headers admit, so that the schema checks ids of any length.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 64 * 1024 },
    // During shutdown, requests on open connections are still handled. Their connections are closed afterwards.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    exposeHeadRoutes: true,
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      sendRefusal(
        request,
        reply,
        new Refusal('invalid_input', { message: message('This address cannot be read.') }),
      );
    },
    clientErrorHandler: () => undefined,
  });
}

function throwUnlessReady({ isReady }: Deps): void {
  if (!isReady()) throw new Refusal('unavailable', { headers: { 'retry-after': '2' } });
}

/** Installs the steps before and after the route of each request. */
async function installHooks(app: FastifyInstance, deps: Deps, headers: Headers): Promise<void> {
  offerLanguages(app, deps.instance);
  installErrorHandler(app);
  acceptJsonOnly(app);
  installHeaders(app, headers);
  await app.register(cookie);
  keepCookiesFromBearers(app);
  await installCompression(app);
  app.addHook('onRequest', async (request, reply) => {
    if (deps.isStopping()) void reply.header('connection', 'close');
    if (isApiPath(request.url)) throwUnlessReady(deps);
  });
  limitTheRest(app, deps.rateLimits);
  refuseOtherMethods(app);
  repairMangledLinks(app);
  app.addHook('onRequest', async (request) => {
    if (request.is404 && isApiPath(request.url)) throw new Refusal('not_found');
  });
  const { slowMs } = deps.config;
  app.addHook('onResponse', async (request, reply) => {
    const { method, url: route } = request.routeOptions;
    const entry = { method, route, status: reply.statusCode, durationMs: Math.round(reply.elapsedTime) };
    if (slowMs !== undefined && reply.elapsedTime >= slowMs) request.log.warn(entry, 'slow request');
    if (!route?.startsWith('/api/')) return;
    const isPlainRead = request.method === 'GET' && reply.statusCode < 400;
    request.log[isPlainRead || hasRefusalLog(request) ? 'debug' : 'info'](entry, 'answered');
  });
}

function registerAccounts(app: FastifyInstance, deps: Deps): void {
  authRoutes(app, deps);
  accountRoutes(app, deps);
  apiTokensRoutes(app, deps);
  sessionsRoutes(app, deps);
  securityLogRoutes(app, deps);
  proofRoutes(app, deps);
  passkeysRoutes(app, deps);
  totpRoutes(app, deps);
  emailChangeRoutes(app, deps);
  providersRoutes(app, deps);
  pendingAccountsRoutes(app, deps);
  identitiesRoutes(app, deps);
  registrationRoutes(app, deps);
  approvalRoutes(app, deps);
}

/** Feed, apps, moderation and administration. */
async function registerApps(app: FastifyInstance, deps: Deps): Promise<void> {
  const appChecks = createAppChecks(deps);
  app.addHook('onClose', () => appChecks.stop());
  const cursorKey = cursorKeyOf(deps.db);
  feedRoutes(app, deps, appChecks, cursorKey);
  hiddenRoutes(app, deps);
  tasteRoutes(app, deps);
  votesRoutes(app, deps);
  interactionsRoutes(app, deps, (db, viewing) => logFirstPage(db, cursorKey, viewing));
  const { checkMoved } = appChecks;
  listingsRoutes(app, deps, checkMoved);
  framesRoutes(app, deps, appChecks);
  reviewRoutes(app, deps, checkMoved);
  historyRoutes(app, deps);
  ownAppRoutes(app, deps);
  changeOwnAppRoutes(app, deps, checkMoved);
  firstViewsRoutes(app, deps);
  await app.register(async (scope) => ownPictureRoutes(scope, deps));
  appChangesRoutes(app, deps, checkMoved);
  makersRoutes(app, deps);
  adminAppRoutes(app, deps);
  usersRoutes(app, deps);
  peopleRoutes(app, deps);
  hostsRoutes(app, deps);
  voteGroupsRoutes(app, deps);
  takebacksRoutes(app, deps);
  reportsRoutes(app, deps);
  settingsRoutes(app, deps);
  instanceRoutes(app, deps);
  claimRolesRoutes(app, deps);
  await app.register(async (scope) => logoRoutes(scope, deps));
  rankingsRoutes(app, deps);
  statsRoutes(app, deps);
  todayRoutes(app, deps);
  discoverRoutes(app, deps);
  waitingRoutes(app, deps);
  errorLogsRoutes(app, deps);
  auditLogRoutes(app, deps);
  csvExportsRoutes(app, deps);
  await app.register(async (scope) => bulkUploadRoutes(scope, deps));
}

/** Pages that the server writes, and the files of the web app. */
async function registerPages(app: FastifyInstance, deps: Deps, webFolder: string | undefined): Promise<void> {
  const site = {
    publicUrl: deps.config.publicUrl,
    instance: deps.instance,
    stylesheet: await builtFile(webFolder, 'src/page.css'),
    filesOfFeed: await filesOfFeed(webFolder),
    categoryIcons: new Markup(await categoryIcons(webFolder)),
  };
  const drawer = createLinkPictureDrawer();
  app.addHook('onClose', async () => drawer.close());
  await app.register(async (open) => {
    open.addHook('onRequest', async () => throwUnlessReady(deps));
    picturesRoutes(open, deps);
    await open.register(async (scope) => pagesRoutes(scope, deps, site));
    await open.register(async (scope) => unsubscribeRoutes(scope, deps, site));
    await open.register(async (scope) => legalPagesRoutes(scope, deps, site));
    await open.register(async (scope) => todayPageRoutes(scope, deps, site));
    await open.register(async (scope) => discoverPagesRoutes(scope, deps, site));
    linkPictureRoutes(open, deps, drawer);
    programsRoutes(open, deps, site);
  });
  if (webFolder === undefined) {
    app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')));
    return;
  }
  const { config } = deps;
  await serveWeb(app, {
    folder: webFolder,
    values: config,
    parts: pageParts(deps),
    firstCard: firstCards(deps.db),
    deckPage: visitorsPathOf,
    cookiesPage: () => cookiesPage(siteIn(site, deps.instance().defaultLanguage)),
    hasServiceWorker: config.hasServiceWorker,
    ownFiles: {
      ...instanceFiles(deps, webFolder),
      'og-image.jpg': createInstancePicture({ ...deps, drawer }),
    },
    cookieName: deps.cookie.name,
    isSecure: deps.cookie.isSecure,
  });
}

/** Builds the HTTP server with its routes, which does not listen yet. Without `webFolder` it serves no web app. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const headers = protectingHeaders(deps.cookie.isSecure);
  const app = openApp(deps, headers, options);
  await installHooks(app, deps, headers);
  healthRoutes(app, deps);
  metricsRoutes(app, deps);
  wellKnownRoutes(app, deps);
  apiDocsRoutes(app, deps);
  registerAccounts(app, deps);
  await registerApps(app, deps);
  await registerPages(app, deps, options.webFolder);
  return app;
}
