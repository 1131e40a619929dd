import type { Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import type { ConnectionPool } from './db/connection-pool.ts';
import type { ReadPool } from './db/read-pool.ts';
import type { PasswordHasher } from './features/auth/passwords.ts';
import type { CurrentInstance } from './features/instance/current-instance.ts';
import type { NodeMetrics } from './http/metrics.ts';
import type { RateLimits } from './http/rate-limit.ts';
import type { SessionCookie } from './accounts/session.ts';
import type { Background } from './jobs/background.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { FetchPublic } from './urls/fetch-public.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Mailer } from './mail/mailer.ts';

export interface Deps {
  config: Config;
  db: Db;
  reads: ReadPool;
  pool: ConnectionPool;
  /** Few connections for jobs, checks in the background and requests with `workMs`, so that the others stay free for people. */
  bulk: Database;
  cookie: SessionCookie;
  /** 32 bytes, the same on all nodes. */
  secretKey: Buffer;
  clock: () => Date;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  fetchPublic: FetchPublic;
  pictureMaker: PictureMaker;
  background: Background;
  jobs: JobQueue;
  mailer: Mailer;
  instance: CurrentInstance;
  /** True once the start is over. Until then, every call gets 503. */
  isReady: () => boolean;
  /** True once the server is stopping. It still serves, but balancers should send no more requests. */
  isStopping: () => boolean;
  metricsOfNode?: NodeMetrics | undefined;
}
