import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { ConfigError } from './read-config.ts';
import { BULK_WAIT_MS, openDatabase, poolSizesOf } from '../db/client.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { dropForeignLogPositions } from '../db/log-position.ts';
import { openReadPool } from '../db/read-pool.ts';
import { missingDurability } from '../db/durability.ts';
import { migrate, TablesInUse, UnusableSchema } from '../db/migrate.ts';
import { checkSecretKey, readSecretKey } from './secret-key.ts';
import { chooseToday } from '../features/today/choose-today.ts';
import { seedDemo } from './seed-demo.ts';
import type { Deps } from '../deps.ts';
import { urlRulesOf } from '../features/listings/address/url-rules.ts';
import { recheckDue } from '../features/frames/checks/frame-check.ts';
import { findPasswordWeakness } from '../features/auth/password-policy.ts';
import { createPasswordHasher } from '../accounts/passwords.ts';
import { createCurrentInstance } from '../features/instance/current-instance.ts';
import { type AdminOutcome, ensureAdmin } from '../features/users/first-admin.ts';
import { finishRequests } from '../http/http-server.ts';
import { logFault } from '../log/counted-log.ts';
import { databaseRateLimits, deleteFutureLimits, noRateLimits } from '../http/rate-limit.ts';
import { accountsOf } from '../accounts/admission.ts';
import { sessionCookie } from '../accounts/session.ts';
import { createBackground } from '../jobs/background.ts';
import { createPictureMaker } from '../pictures/picture-maker.ts';
import { createFetchPublic, fetchSlotsOf } from '../urls/fetch-public.ts';
import { allJobs } from './all-jobs.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { fileMailer, smtpMailer } from '../mail/mailer.ts';
import { runSteps, type Step } from './run-steps.ts';
import { type Foundation, foundationOf, startFoundation, readyLine, probePorts } from './foundation.ts';
import type { Worker } from './worker.ts';

/** After this time, a node opens its port before it is ready, and fails /readyz. */
const LISTEN_WAIT_MS = 20_000;

const ADMIN_NEWS: Partial<Record<AdminOutcome, string>> = {
  promoted:
    'The account with the address in ADMIN_EMAIL is an admin now. It keeps its own password; ADMIN_PASSWORD is not used.',
  unverified:
    'The account with the address in ADMIN_EMAIL is not an admin, because its address is not confirmed. If the account is yours, open the link in the confirmation mail and start again, or run: npm run admin -- grant EMAIL. If somebody else created it, run: npm run admin -- delete EMAIL, and start again.',
  moved:
    'The account of ADMIN_EMAIL has changed its address. No other account becomes an admin with the earlier one. Set ADMIN_EMAIL to the new address.',
  suspended:
    'The account with the address in ADMIN_EMAIL is not an admin, because it is suspended. To change that, run: npm run admin -- lift EMAIL, and start again.',
};

interface StartOptions {
  webFolder: string;
  say: (line: string) => void;
  worker?: Worker | undefined;
  signal?: AbortSignal | undefined;
}

export interface RunningServer {
  /** Fails /readyz, serves for DRAIN_SECONDS, finishes requests and jobs, and then stops the database. */
  stop(): Promise<void>;
  /** Rejects when the process loses the database for good. */
  lost: Promise<never>;
}

async function loggerOf({ logLevel: level }: Config): Promise<NonNullable<FastifyServerOptions['logger']>> {
  if (!process.stdout.isTTY) return { level };
  const { default: pretty } = await import('pino-pretty');
  // In this thread, because a thread of pino would need 15 MB.
  return { level, stream: pretty({ ignore: 'pid,hostname' }) };
}

function contentSteps(
  app: FastifyInstance,
  deps: Deps,
  { isEmbedded, say }: { isEmbedded: boolean; say: StartOptions['say'] },
): Step[] {
  const { config, db, passwords, clock, fetchPublic, jobs } = deps;
  let loaded = 0;
  return [
    async () => {
      const missing = await missingDurability(deps.pool);
      if (missing.length === 0) return;
      const message = `The database runs without ${missing.join(', ')}: a crash can lose confirmed writes.`;
      if (isEmbedded) throw new Error(message);
      app.log.warn(message);
    },
    async () => {
      const { outcome, generated } = await ensureAdmin(db, { passwords, jobs, now: clock() }, config.admin);
      if (generated)
        say(
          `\n  Your admin account, shown this once:\n    email     ${generated.email}\n    password  ${generated.password}`,
        );
      const news = ADMIN_NEWS[outcome];
      if (news !== undefined) app.log.warn(news);
    },
    async () => {
      if (config.isDemo) loaded = await seedDemo(db, config.demoUrl, clock());
    },
    () => chooseToday(db, clock()),
    async () => {
      if (loaded === 0) return;
      const checks = { fetchPublic, rules: urlRulesOf(config), clock, jobs };
      await recheckDue(db, { ...checks, isStopping: () => false }, clock());
      say(`\n  Loaded ${loaded} demo apps (DEMO=off leaves the database empty).`);
    },
  ];
}

/** Log lines of the parts below wait here until the app, which owns the log, is built. */
function openLog() {
  const { promise: built, resolve } = Promise.withResolvers<FastifyBaseLogger>();
  const tell = (words: (log: FastifyBaseLogger) => void) => void built.then(words);
  const tellFault = (message: string, level?: 'error') => (error: unknown) =>
    tell((log) => logFault(log, error, { message, ...(level && { level }) }));
  return { resolve, tell, tellFault };
}

interface NodeState {
  isReady: boolean;
  isStopping: boolean;
}

interface NodeParts {
  config: Config;
  secretKey: Deps['secretKey'];
  connection: Foundation['connection'];
  worker: Worker | undefined;
  state: NodeState;
  log: ReturnType<typeof openLog>;
}

function openConnections({ config, connection, state, log }: NodeParts) {
  const onBroken = log.tellFault('a database connection broke');
  const onError = (error: Error) => {
    if (!state.isStopping) onBroken(error);
  };
  const sizes = poolSizesOf(config.workers);
  const people = openDatabase({ ...connection, max: sizes.people }, onError);
  const bulkConnection = { ...connection, max: sizes.bulk, connectionTimeoutMillis: BULK_WAIT_MS };
  const bulk = openDatabase(bulkConnection, onError);
  const reads = openReadPool(people, config.databaseReadUrls, (replica, reason) =>
    log.tell((to) => {
      if (reason === undefined) to.info({ replica }, 'reads go to a replica');
      else to.warn({ replica, reason }, 'reads go to the primary instead of a replica');
    }),
  );
  return { ...people, bulk, reads };
}

function mailerOf({ config, log }: NodeParts): Deps['mailer'] {
  if (config.smtpUrl !== undefined) return smtpMailer(config.smtpUrl, config.mailFrom, config.publicUrl);
  return fileMailer(join(config.dataDir, 'mail'), config.mailFrom, (path) =>
    log.tell((to) => to.info({ path }, 'mail written to a file, as there is no SMTP_URL')),
  );
}

/** Only the first worker of a node adds content and runs jobs. */
const isFirst = (worker: Worker | undefined): boolean => !worker || worker.place === 1;

/** Opens what the routes and jobs of a node use. Nothing of it reads the database yet. */
function openParts(node: NodeParts) {
  const { config, secretKey, worker, state, log } = node;
  const { db, pool, bulk, reads } = openConnections(node);
  const parts = {
    config,
    db,
    reads,
    pool,
    bulk,
    cookie: sessionCookie(config.publicUrl),
    secretKey,
    clock: () => new Date(),
    rateLimits: config.isRateLimited
      ? databaseRateLimits(pool, { isWorker: worker !== undefined })
      : noRateLimits,
    passwords: createPasswordHasher({ workers: config.workers }),
    fetchPublic: createFetchPublic(urlRulesOf(config), `Zapdeck (+${config.publicUrl})`, {
      slots: fetchSlotsOf(config.workers),
    }),
    pictureMaker: createPictureMaker({
      isLimited: config.isRateLimited,
      onBreak: (code) =>
        log.tell((to) => to.warn({ code }, 'the process that makes pictures ended by itself')),
    }),
    background: createBackground(log.tellFault('work in the background failed', 'error')),
    jobs: createJobQueue(pool, allJobs, {
      isWorker: isFirst(worker),
      onError: log.tellFault('the job queue stumbled'),
    }),
    mailer: mailerOf(node),
    instance: createCurrentInstance(db, log.tellFault('the settings of the instance cannot be read')),
    isReady: () => state.isReady,
    isStopping: () => state.isStopping,
    metricsOfNode: worker?.metrics,
  };
  return Object.assign(parts, { accounts: accountsOf(parts) });
}

type NodeDeps = ReturnType<typeof openParts>;

interface Start {
  app: FastifyInstance;
  deps: NodeDeps;
  node: NodeParts;
  say: StartOptions['say'];
  onReady: () => void;
}

/** Everything between an open database and a node that is ready, in order. */
function stepsOf({ app, deps, node, say, onReady }: Start): Step[] {
  const { config, secretKey, connection, worker, state } = node;
  const { db, bulk, jobs, instance } = deps;
  const isEmbedded = config.databaseUrl === undefined;
  return [
    () => migrate(connection),
    async () => {
      if (await dropForeignLogPositions(db))
        app.log.info('a new database server: sessions forgot their log positions');
    },
    () => checkSecretKey(db, { secretKey, config, warn: (text) => app.log.warn(text) }),
    () => instance.refresh(),
    () => jobs.open(),
    () => deleteFutureLimits(db, deps.clock()),
    ...(isFirst(worker) ? contentSteps(app, deps, { isEmbedded, say }) : []),
    // Last, because the queues poll the database all the time.
    ...(isFirst(worker) ? [() => jobs.work({ ...deps, ...bulk }, app.log)] : []),
    async () => {
      state.isReady = true;
      instance.follow();
      onReady();
    },
  ];
}

/** Finishes requests and jobs, then closes all connections, the database last. */
async function closeNode(app: FastifyInstance, deps: NodeDeps, foundation: Foundation): Promise<void> {
  deps.instance.stop();
  await finishRequests(app);
  await Promise.all([deps.jobs.stop(), deps.background.idle()]);
  deps.pictureMaker.close();
  await deps.reads.stop();
  const cutOff = (await deps.pool.close()) + (await deps.bulk.pool.close());
  if (cutOff > 0) app.log.warn({ connections: cutOff }, 'database connections were cut off at the stop');
  await foundation.close();
}

/** Returns true if another try of the start could not succeed. */
function isFinal(error: unknown, isEmbedded: boolean): boolean {
  // An embedded database that is starting is only slow. Another database may become available at any time.
  if (isEmbedded) return !(error instanceof TablesInUse || (error instanceof Error && isDatabaseAway(error)));
  return error instanceof UnusableSchema || error instanceof ConfigError;
}

/** Starts a node. Throws ConfigError if the password of the admin is too weak. */
export async function startServer(
  config: Config,
  { webFolder, say, worker, signal }: StartOptions,
): Promise<RunningServer> {
  const weakness = config.admin && (await findPasswordWeakness(config.admin.password));
  if (weakness) throw new ConfigError(`ADMIN_PASSWORD cannot be used: ${weakness}.`);
  // Before the key is created, so that a start without a free port leaves no key.
  if (!worker) await probePorts(config);
  const secretKey = await readSecretKey(config);
  const foundation = worker ? foundationOf(worker, config) : await startFoundation(config, say, signal);
  const state = { isReady: false, isStopping: false };
  const log = openLog();
  const node = { config, secretKey, connection: foundation.connection, worker, state, log };
  const deps = openParts(node);
  const app = await buildApp(deps, { logger: await loggerOf(config), webFolder });
  log.resolve(app.log);
  if (worker?.before !== undefined)
    app.log.warn(
      { worker: worker.place, before: worker.before },
      'a worker ended unexpectedly; this one replaces it',
    );
  const { promise: prepared, resolve: onReady } = Promise.withResolvers<void>();
  const { promise: failed, resolve: onFailure } = Promise.withResolvers<void>();
  const preparing = runSteps(stepsOf({ app, deps, node, say, onReady }), {
    isStopping: () => state.isStopping,
    isFinal: (error) => isFinal(error, config.databaseUrl === undefined),
    onFailure,
    log: app.log,
  });
  const lost = Promise.race([
    preparing.then(() => new Promise<never>(() => undefined)),
    foundation.databaseEnded,
  ]);
  const close = () => {
    state.isStopping = true;
    return closeNode(app, deps, foundation);
  };
  try {
    // A proxy sends requests as soon as the port is open. Without a database, it opens at once and fails /readyz.
    await Promise.race([prepared, failed, lost, delay(LISTEN_WAIT_MS, undefined, { ref: false, signal })]);
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  void prepared.then(() => (worker ? worker.ready() : say(readyLine(config))));
  const stop = async () => {
    state.isStopping = true;
    if (state.isReady) await delay(config.drainSeconds * 1_000);
    await close();
  };
  return { stop, lost };
}
