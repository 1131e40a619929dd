import type { Instance } from '@zapdeck/contract/instance/instance';
import type { AccountDeps, Caller } from './accounts/admission.ts';
import type { PasswordHasher } from './accounts/passwords.ts';
import type { Config } from './config.ts';
import type { ConnectionPool } from './db/connection-pool.ts';
import type { RouteDeps } from './http/contract-route.ts';
import type { NodeMetrics } from './http/metrics.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { MailDeps } from './mail/send-mail.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { FetchPublic } from './urls/fetch-public.ts';

export interface CurrentInstance {
  /** Returns the settings in force. The same object until they change. */
  (): Instance;
  /** Reads the settings now, for the node that has saved them. */
  refresh: () => Promise<void>;
  follow: () => void;
  stop: () => void;
}

export interface Deps extends RouteDeps<Caller>, AccountDeps, MailDeps {
  config: Config;
  pool: ConnectionPool;
  /** 32 bytes, the same on all nodes. */
  secretKey: Buffer;
  passwords: PasswordHasher;
  fetchPublic: FetchPublic;
  pictureMaker: PictureMaker;
  jobs: JobQueue;
  instance: CurrentInstance;
  /** True once the start is over. Until then, every call gets 503. */
  isReady: () => boolean;
  /** True once the server is stopping. It still serves, but balancers should send no more requests. */
  isStopping: () => boolean;
  metricsOfNode?: NodeMetrics | undefined;
}
