import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildDemoServer } from '@zapdeck/demo/demo-server';
import type { FastifyInstance } from 'fastify';
import type { PoolConfig } from 'pg';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { databaseHome } from '../db/embedded/home.ts';
import { VERSION } from '../db/version.ts';
import { protectingHeaders } from '../http/headers.ts';
import { httpServerFactory } from '../http/http-server.ts';
import { sessionCookie } from '../accounts/session.ts';
import type { Config } from '../config.ts';
import { CannotGoOn } from './environment.ts';
import { folderLost } from './start-faults.ts';
import type { Worker } from './worker.ts';

/** Rejects if a port of the node is in use or needs root. */
export async function probePorts({
  host,
  port,
  demoPort,
  isDemo,
}: Pick<Config, 'host' | 'port' | 'demoPort' | 'isDemo'>): Promise<void> {
  for (const probed of isDemo ? [port, demoPort] : [port]) {
    const server = createServer().listen({ host, port: probed });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
}

/** PostgreSQL itself exits silently a minute after its folder was removed. */
const FOLDER_CHECK_MS = 5_000;

export interface Foundation {
  connection: PoolConfig;
  /** Rejects if the embedded database exits or its folder is gone. Stays pending for another database. */
  databaseEnded: Promise<never>;
  close(): Promise<void>;
}

async function listenDemo({ host, demoPort, publicUrl }: Config): Promise<FastifyInstance> {
  const headers = protectingHeaders(sessionCookie(publicUrl).isSecure);
  const demo = await buildDemoServer({ serverFactory: httpServerFactory(headers) });
  await demo.listen({ port: demoPort, host });
  return demo;
}

function slowStatements(slowMs: number | undefined): Record<string, string> {
  if (slowMs === undefined) return {};
  return {
    log_min_duration_statement: String(slowMs),
    log_line_prefix: '%m [%p] ',
    // Parameters include tokens, addresses and password hashes.
    log_parameter_max_length: '0',
  };
}

/** Starts or connects to the database. Rejects with AbortError if the signal aborts the start. */
export async function startFoundation(
  config: Config,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Foundation> {
  const { dataDir, databaseUrl, isDemo, slowMs } = config;
  const embedded =
    databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir,
          settings: slowStatements(slowMs),
          onStep: (step) => say(`${step} …`),
          signal,
        })
      : undefined;
  let demo: FastifyInstance | undefined;
  try {
    demo = isDemo ? await listenDemo(config) : undefined;
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  let isClosing = false;
  let watch: NodeJS.Timeout | undefined;
  const databaseEnded = new Promise<never>((_, reject) => {
    if (!embedded) return;
    const isGone = () => !existsSync(join(databaseHome(dataDir), 'data'));
    watch = setInterval(() => {
      if (isGone()) reject(new CannotGoOn(folderLost(dataDir)));
    }, FOLDER_CHECK_MS).unref();
    void embedded.ended.then(() => {
      if (isClosing) return;
      const stopped = 'PostgreSQL stopped unexpectedly. Its log is beside its data. Start Zapdeck again.';
      reject(new CannotGoOn(isGone() ? folderLost(dataDir) : stopped));
    });
  });
  databaseEnded.catch(() => undefined);
  return {
    connection: embedded?.connection ?? { connectionString: databaseUrl },
    databaseEnded,
    async close() {
      isClosing = true;
      clearInterval(watch);
      await demo?.close();
      await embedded?.stop();
    },
  };
}

/** Returns a worker's database connection. The first process owns the embedded database. */
export function foundationOf({ connection }: Worker, { databaseUrl }: Config): Foundation {
  return {
    connection: connection ?? { connectionString: databaseUrl },
    databaseEnded: new Promise(() => undefined),
    close: async () => undefined,
  };
}

export function readyLine({ publicUrl, workers }: Config): string {
  const many = workers > 1 ? `, with ${workers} workers` : '';
  return `\n  Zapdeck ${VERSION} is ready: ${publicUrl}${many}\n`;
}
