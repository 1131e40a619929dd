import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** Cuts the next connections that send the text, so many of them: before it is passed on, or before its answer is. */
  cutAt(text: string, when: 'before' | 'after', times?: number): void;
  /** How many of them are still to come. */
  cutsLeft(): number;
  close(): Promise<void>;
}

/** Stands before PostgreSQL at a Unix socket and cuts connections where a test wants it. */
export async function startCuttingProxy(socketPath: string): Promise<CuttingProxy> {
  let cut: { text: string; when: 'before' | 'after'; times: number } | undefined;
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
        if (cut && cut.times > 0 && chunk.includes(cut.text)) {
          isCutOff = true;
          cut.times -= 1;
          if (cut.when === 'before') return end();
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
    cutAt(text, when, times = 1) {
      cut = { text, when, times };
    },
    cutsLeft: () => cut?.times ?? 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
