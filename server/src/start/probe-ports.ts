import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

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
