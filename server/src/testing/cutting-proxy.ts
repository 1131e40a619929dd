import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** From now on the connection that sends this is cut, once: before it is passed on, or before its answer is. */
  cutAt(text: string, when: 'before' | 'after'): void;
  close(): Promise<void>;
}

/** Stands before PostgreSQL at a Unix socket and cuts connections where a test wants it. */
export async function startCuttingProxy(socketPath: string): Promise<CuttingProxy> {
  let cut: { text: string; when: 'before' | 'after' } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    let isCutOff = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client
      .on('close', () => upstream.destroy())
      .on('data', (chunk) => {
        if (cut && chunk.includes(cut.text)) {
          isCutOff = true;
          const { when } = cut;
          cut = undefined;
          if (when === 'before') return end();
        }
        upstream.write(chunk);
      });
    upstream
      .on('close', () => client.destroy())
      .on('data', (chunk) => {
        if (isCutOff) end();
        else client.write(chunk);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    cutAt(text, when) {
      cut = { text, when };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
