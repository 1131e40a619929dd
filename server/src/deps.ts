import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { ConnectionPool } from './db/connection-pool.ts';
import type { ReadPool } from './db/read-pool.ts';
import type { PasswordHasher } from './features/auth/passwords.ts';
import type { NodeMetrics } from './http/metrics.ts';
import type { RateLimits } from './http/rate-limit.ts';
import type { SessionCookie } from './http/session.ts';
import type { Background } from './jobs/background.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { FetchPublic } from './urls/fetch-public.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Mailer } from './mail/mailer.ts';

/** Everything that the routes need from outside, passed in so that tests can choose it. */
export interface Deps {
  config: Config;
  db: Db;
  /** The door to replicas, for what may be read elsewhere. */
  reads: ReadPool;
  pool: ConnectionPool;
  cookie: SessionCookie;
  clock: () => Date;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  /** The one way to fetch what people submit. */
  fetchPublic: FetchPublic;
  pictureMaker: PictureMaker;
  /** What goes on after the answer. */
  background: Background;
  jobs: JobQueue;
  mailer: Mailer;
  /** True once the schema is up to date; until then every call is refused with 503. */
  isMigrated: () => boolean;
  /** True once the server was told to stop: it still serves, but nobody should be sent here any more. */
  isStopping: () => boolean;
  /** What the other workers of the node measure; undefined where this process is alone. */
  metricsOfNode?: NodeMetrics | undefined;
}
