import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp } from '../app.ts';
import type { Patience } from '../http/http-server.ts';
import type { Config } from '../config.ts';
import { readConfig } from '../start/read-config.ts';
import { newId } from '../db/columns.ts';
import { type Database, one } from '../db/client.ts';
import { primaryAlone, type ReadPool } from '../db/read-pool.ts';
import type { Deps } from '../deps.ts';
import { type AppRow, apps } from '../db/schema/apps.table.ts';
import { createCurrentInstance } from '../features/instance/current-instance.ts';
import { createPasswordHasher, type PasswordHasher } from '../accounts/passwords.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { allJobs } from '../start/all-jobs.ts';
import { createJobQueue } from '../jobs/queue.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { noRateLimits, type RateLimits } from '../http/rate-limit.ts';
import { accountsOf } from '../accounts/admission.ts';
import { sessionCookie } from '../accounts/session.ts';
import { createBackground } from '../jobs/background.ts';
import { createPictureMaker, type PictureMaker } from '../pictures/picture-maker.ts';
import type { FetchPublic } from '../urls/fetch-public.ts';
import { sessionOf } from './session-of.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type Role = 'visitor' | 'guest' | 'member' | 'moderator' | 'admin';

export interface Person {
  user: UserRow | null;
  cookies: Record<string, string>;
  address?: string;
}

export interface CallResult<T> {
  status: number;
  /** The declared response; the server has validated its shape. */
  body: T;
  error: ErrorBody;
  headers: Record<string, string | string[] | number | undefined>;
  setCookie: Record<string, string>;
}

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  database: TestDatabase;
  /** The server's clock; stands still unless moved. */
  clock: { now: Date; advance(ms: number): void };
  call<T extends Route>(
    route: T,
    input: CallInput<T>,
    as?: Person,
    headers?: Record<string, string>,
  ): Promise<CallResult<ResponseOf<T>>>;
  signInAgain(person: Person | undefined): Promise<Person>;
  person(role: Role, values?: Partial<typeof users.$inferInsert>): Promise<Person>;
  addApp(values?: Partial<typeof apps.$inferInsert>): Promise<AppRow>;
  readApp(id: string): Promise<AppRow>;
  sentMails: Mail[];
  close(): Promise<void>;
}

export const visitor: Person = { user: null, cookies: {} };
export const TEST_PASSWORD = 'correct-horse-9';
/** A hundredth of the production cost. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

interface TestAppOptions {
  env?: Record<string, string>;
  config?: Partial<Config>;
  rateLimits?: (database: TestDatabase) => RateLimits;
  /** No network access by default. */
  fetchPublic?: FetchPublic;
  /** Runs queued jobs, but no scheduled ones. */
  runsJobs?: boolean;
  mailer?: Mailer;
  passwords?: PasswordHasher;
  /** Another test app's database, for a second node. */
  database?: TestDatabase;
  /** Connections for bulk work. By default those of `database`. */
  bulk?: Database;
  /** Timeouts for connections and locks; `{}` for those of production. */
  waits?: pg.PoolConfig;
  onLog?: (line: string) => void;
  patience?: Patience;
  webFolder?: string;
  secretKey?: Buffer;
  /** Default: no time limit. */
  pictureMaker?: PictureMaker;
  reads?: ReadPool;
}

/** Scheduled jobs would interfere with tests at each full minute. */
const whenAsked = allJobs.map((job) => {
  const { cron: _, ...asked } = job;
  return asked;
});

const noInternet: FetchPublic = async () => ({ page: null, failure: 'connection_failed' });

function rethrow(error: unknown): never {
  throw error;
}

/** Starts the server on a new database. Requests are injected without a socket. */
export async function openTestApp({
  env = {},
  config: configured = {},
  rateLimits,
  fetchPublic = noInternet,
  runsJobs = false,
  mailer,
  passwords = createPasswordHasher({ cost: CHEAP }),
  database: shared,
  bulk: ownBulk,
  waits,
  onLog,
  patience,
  webFolder,
  secretKey = Buffer.alloc(32, 'key'),
  pictureMaker = createPictureMaker({ drawingMaxMs: 120_000, waitMaxMs: 120_000 }),
  reads,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase(waits));
  const bulk = ownBulk ?? database;
  const config: Config = { ...readConfig({ DEMO: 'off', LOG_LEVEL: 'silent', ...env }), ...configured };
  const clock = {
    now: new Date(),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const sentMails: Mail[] = [];
  const jobs = createJobQueue(database.pool, whenAsked, {
    isWorker: runsJobs,
    pollS: 0.5,
    onError: () => undefined,
  });
  await jobs.open();
  const parts = {
    config,
    db: database.db,
    reads: reads ?? primaryAlone(database.db),
    pool: database.pool,
    bulk,
    cookie: sessionCookie(config.publicUrl),
    secretKey,
    clock: () => clock.now,
    rateLimits: rateLimits?.(database) ?? noRateLimits,
    passwords,
    fetchPublic,
    pictureMaker,
    background: createBackground(rethrow),
    jobs,
    mailer: mailer ?? {
      send: async (mail) => void sentMails.push(mail),
      forget: async () => undefined,
      forgetBefore: async () => 0,
    },
    instance: createCurrentInstance(database.db, rethrow),
    isReady: () => true,
    isStopping: () => false,
  };
  // Tests replace parts of it.
  const deps: Deps = Object.assign(parts, { accounts: accountsOf(parts) });
  await deps.instance.refresh();
  const app = await buildApp(deps, {
    logger: onLog ? { level: 'info', stream: { write: onLog } } : false,
    ...(patience ? { patience } : {}),
    ...(webFolder === undefined ? {} : { webFolder }),
  });
  if (runsJobs) await jobs.work({ ...deps, db: bulk.db, pool: bulk.pool }, app.log);
  const { db } = database;

  const call: TestApp['call'] = async (route, input, as = visitor, headers = {}) => {
    const given = input as { params?: Record<string, string>; query?: Record<string, string>; body?: object };
    const response = await app.inject({
      method: route.method,
      url: route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given.params?.[name] ?? '')),
      query: given.query ?? {},
      headers: { origin: config.publicUrl, ...headers },
      cookies: as.cookies,
      ...(as.address === undefined ? {} : { remoteAddress: as.address }),
      ...(given.body === undefined ? {} : { payload: given.body }),
    });
    const body = response.body === '' ? undefined : response.json();
    return {
      status: response.statusCode,
      body,
      error: body,
      headers: response.headers,
      setCookie: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
    };
  };

  const addUser = async (values: Partial<typeof users.$inferInsert>): Promise<UserRow> => {
    const id = newId();
    const row = {
      id,
      email: `person-${id}@example.org`,
      firstName: 'Robin',
      createdAt: clock.now,
      ...values,
    };
    return one(await db.insert(users).values(row).returning());
  };

  const signIn = (user: UserRow) => sessionOf(deps, user, clock.now);

  return {
    app,
    deps,
    database,
    clock,
    call,
    async signInAgain(person) {
      if (!person?.user) throw new Error('The person has no account');
      return { user: person.user, cookies: await signIn(person.user) };
    },
    async person(role, values = {}) {
      if (role === 'visitor') return visitor;
      const roleValues = role === 'guest' ? { isGuest: true, email: null, firstName: null } : { role };
      const user = await addUser({ ...roleValues, ...values });
      return { user, cookies: await signIn(user) };
    },
    async addApp(values = {}) {
      const id = newId();
      const submittedBy = values.submittedBy ?? (await addUser({})).id;
      const row = {
        id,
        title: 'Tiny Piano',
        description: 'Two octaves under your thumbs.',
        url: `https://${id}.example.org/`,
        category: 'Music & Audio',
        status: 'approved' as const,
        submittedBy,
        frameCheckedAt: clock.now,
        ...values,
      };
      return one(await db.insert(apps).values(row).returning());
    },
    sentMails,
    readApp: async (id) => one(await db.select().from(apps).where(eq(apps.id, id))),
    async close() {
      await app.close();
      await deps.background.idle();
      await jobs.stop();
      deps.pictureMaker.close();
      if (!shared) await database.drop();
    },
  };
}
