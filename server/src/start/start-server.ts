import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildDemoServer } from '@zapdeck/demo/demo-server';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type pg from 'pg';
import { buildApp } from '../app.ts';
import { type Config, ConfigError } from './config.ts';
import { openDatabase } from '../db/client.ts';
import { missingDurability } from '../db/durability.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate, UnusableSchema } from '../db/migrate.ts';
import { seedDemo } from './seed-demo.ts';
import type { Deps } from '../deps.ts';
import { urlRulesOf } from '../features/apps/app-url.ts';
import { recheckDue } from '../features/apps/frame-check.ts';
import { weaknessOf } from '../features/auth/password-policy.ts';
import { createPasswordHasher } from '../features/auth/passwords.ts';
import { forgetForeignFrontiers } from '../features/feed/unseen/frontier.ts';
import { ensureAdmin } from '../features/users/first-admin.ts';
import { finishRequests } from '../http/finish-requests.ts';
import { protectingHeaders } from '../http/headers.ts';
import { httpServerFactory } from '../http/http-server.ts';
import { noSchemas } from '../http/no-schemas.ts';
import { databaseRateLimits, noRateLimits } from '../http/rate-limit.ts';
import { sessionCookie } from '../http/session.ts';
import { createBackground } from '../jobs/background.ts';
import { createFetchPublic } from '../urls/fetch-public.ts';
import { allJobs } from './all-jobs.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { fileMailer, smtpMailer } from '../mail/mailer.ts';
import { VERSION } from '../db/version.ts';
import { probePorts } from './probe-ports.ts';

const RETRY_MS = 1_000;

interface StartOptions {
  webFolder: string;
  /** Tells the person at the terminal. */
  say: (line: string) => void;
}

export interface RunningServer {
  /** Says that it is not ready, goes on serving for DRAIN_SECONDS, finishes what is under way, stops the database last. */
  stop(): Promise<void>;
  /** Settles with the reason when this process is of no use any more: no database that it can use, and none to come. */
  databaseLost: Promise<string>;
}

async function loggerOf({ logLevel: level }: Config): Promise<NonNullable<FastifyServerOptions['logger']>> {
  if (!process.stdout.isTTY) return { level };
  const { default: pretty } = await import('pino-pretty');
  // Here rather than in pino's thread of its own, which is another 15 MB.
  return { level, stream: pretty({ ignore: 'pid,hostname' }) };
}

async function connectionOf(
  config: Config,
  say: (line: string) => void,
): Promise<{ connection: pg.PoolConfig; embedded: EmbeddedPostgres | undefined }> {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, embedded: undefined };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onStep: (step) => say(`${step} …`),
  });
  return { connection: embedded.connection, embedded };
}

async function prepareContent(
  app: FastifyInstance,
  deps: Deps,
  isEmbedded: boolean,
  say: StartOptions['say'],
) {
  const { config, db } = deps;
  const missing = await missingDurability(deps.pool);
  if (missing.length > 0) {
    const message = `The database runs without ${missing.join(', ')}: a crash can lose what was answered.`;
    if (isEmbedded) throw new Error(message);
    app.log.warn(message);
  }
  const admin = await ensureAdmin(db, deps.passwords, config.admin);
  if (admin)
    say(
      `\n  Your admin account, shown this once:\n    email     ${admin.email}\n    password  ${admin.password}`,
    );
  if (!config.isDemo) return;
  const loaded = await seedDemo(db, config.demoUrl, deps.clock());
  if (loaded === 0) return;
  const { fetchPublic, clock } = deps;
  await recheckDue(db, { fetchPublic, rules: urlRulesOf(config), clock, isStopping: () => false }, clock());
  say(`\n  Loaded ${loaded} demo apps (DEMO=off leaves the database empty).`);
}

/** Tries again until a database that is away comes back: a process that stays up recovers by itself. Throws UnusableSchema. */
async function untilDone(
  work: () => Promise<void>,
  isStopping: () => boolean,
  log: FastifyBaseLogger,
): Promise<void> {
  while (!isStopping()) {
    try {
      await work();
      return;
    } catch (error) {
      if (error instanceof UnusableSchema) throw error;
      log.error({ err: error }, 'the database cannot be used yet');
      await delay(RETRY_MS);
    }
  }
}

/**
 * Starts everything that one node is: database where embedded, schema, job queue, first content, demo apps, the server
 * itself. Throws ConfigError when the admin's password is too weak; `startFaultInWords` knows what else an operator can mend.
 */
export async function startServer(config: Config, { webFolder, say }: StartOptions): Promise<RunningServer> {
  const weakness = config.admin && (await weaknessOf(config.admin.password));
  if (weakness) throw new ConfigError(`ADMIN_PASSWORD cannot be used: ${weakness}.`);
  await probePorts(config.host, config.isDemo ? [config.port, config.demoPort] : [config.port]);
  let isMigrated = false;
  let isStopping = false;
  const { connection, embedded } = await connectionOf(config, say);
  const { db, pool } = openDatabase(connection, (error) => {
    if (!isStopping) app.log.warn({ err: error }, 'a database connection broke');
  });
  const deps: Deps = {
    config,
    db,
    pool,
    cookie: sessionCookie(config.publicUrl),
    clock: () => new Date(),
    rateLimits: config.isRateLimited ? databaseRateLimits(pool) : noRateLimits,
    passwords: createPasswordHasher(),
    fetchPublic: createFetchPublic(urlRulesOf(config), `Zapdeck (+${config.publicUrl})`),
    background: createBackground((error) => app.log.error({ err: error }, 'work in the background failed')),
    jobs: createJobQueue(pool, allJobs, {
      isWorker: true,
      onError: (error) => app.log.warn({ err: error }, 'the job queue stumbled'),
    }),
    mailer:
      config.smtpUrl === undefined
        ? fileMailer(join(config.dataDir, 'mail'), config.mailFrom, (path) =>
            app.log.info({ path }, 'mail written to a file, as there is no SMTP_URL'),
          )
        : smtpMailer(config.smtpUrl, config.mailFrom),
    isMigrated: () => isMigrated,
    isStopping: () => isStopping,
  };
  const app = await buildApp(deps, { logger: await loggerOf(config), webFolder });
  const serverFactory = httpServerFactory(protectingHeaders(deps.cookie.isSecure));
  const demo = config.isDemo
    ? await buildDemoServer({ schemaController: noSchemas, serverFactory })
    : undefined;

  const close = async () => {
    isStopping = true;
    await finishRequests(app);
    await Promise.all([deps.jobs.stop(), deps.background.idle()]);
    await demo?.close();
    await pool.end();
    await embedded?.stop();
  };

  const prepare = async () => {
    await migrate(connection);
    if (await forgetForeignFrontiers(db))
      app.log.info('a new database server: the feed forgot its frontiers');
    await deps.jobs.open();
    await prepareContent(app, deps, embedded !== undefined, say);
    await deps.jobs.work(deps, app.log);
    isMigrated = true;
    say(`\n  Zapdeck ${VERSION} is ready: ${config.publicUrl}\n`);
  };
  try {
    await app.listen({ port: config.port, host: config.host });
    await demo?.listen({ port: config.demoPort, host: config.host });
    if (embedded) await prepare();
  } catch (error) {
    await close();
    throw error;
  }
  const databaseLost = new Promise<string>((resolve) => {
    void embedded?.ended.then(() => {
      if (!isStopping) resolve('PostgreSQL ended unasked; its log lies beside its data. Start again.');
    });
    if (!embedded)
      untilDone(prepare, () => isStopping, app.log).catch((error: UnusableSchema) => resolve(error.message));
  });
  const stop = async () => {
    isStopping = true;
    await delay(config.drainSeconds * 1_000);
    await close();
  };
  return { stop, databaseLost };
}
