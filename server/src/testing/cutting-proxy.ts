import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** Cuts the next `times` connections that send the text: before forwarding it, or before returning the response. */
  cutAt(text: string, when: 'before' | 'after', times?: number): void;
  cutsLeft(): number;
  close(): Promise<void>;
}

/** Starts a proxy in front of PostgreSQL's Unix socket that cuts connections on demand. */
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
