import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShakyLine {
  url: string;
  /** While false, all connections break, also those of the service worker. */
  isUp: boolean;
  /** Paths whose connections always break. */
  broken: Set<string>;
  /** The path of each request, in order. */
  requests: string[];
  /** Replaces the content of a file. */
  replace: (path: string, by: (text: string) => string) => void;
  close(): Promise<void>;
}

/** Starts a proxy between browser and server that can break connections and replace files. */
export async function openShakyLine(target: string): Promise<ShakyLine> {
  const replaced = new Map<string, (text: string) => string>();
  const server = createServer((incoming, outgoing) => {
    line.requests.push(incoming.url?.split('?')[0] ?? '');
    if (!line.isUp || line.broken.has(incoming.url?.split('?')[0] ?? '')) {
      incoming.socket.destroy();
      return;
    }
    const { host: _host, 'accept-encoding': encoding, origin, ...headers } = incoming.headers;
    const by = replaced.get(incoming.url ?? '');
    const sent = {
      ...headers,
      // Our pages are served under another port here.
      ...(origin === undefined ? {} : { origin: target }),
      ...(by || encoding === undefined ? {} : { 'accept-encoding': encoding }),
    };
    const onward = forward(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: sent },
      (answer) => {
        if (!by) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, rest).end(by(text));
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: ShakyLine = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    isUp: true,
    broken: new Set(),
    requests: [],
    replace: (path, by) => void replaced.set(path, by),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}
