import { once } from 'node:events';
import { createServer } from 'node:net';

export async function probePorts(host: string, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
}
