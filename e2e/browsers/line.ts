import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a browser and the servers on this machine. */
export interface Line {
  port: number;
  /** While the line is cut, the proxy closes all connections. */
  cut(isCut: boolean): void;
  end(): void;
}

function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const { port, pathname, search } = new URL(incoming.url ?? '', 'http://nowhere.invalid');
  const { method, headers } = incoming;
  const outgoing = ask({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(answer);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}

/**
 * Starts a proxy that forwards requests for these host names to the same port of this machine. Over http, browsers treat
 * `localhost` as a secure context and other names as insecure ones, so that stories can run in both.
 */
export async function startLine(names: readonly string[]): Promise<Line> {
  let isCut = false;
  const server = createServer((incoming, answer) => {
    const isOurs = URL.canParse(incoming.url ?? '') && names.includes(new URL(incoming.url ?? '').hostname);
    if (isOurs && !isCut) forward(incoming, answer);
    else incoming.socket.destroy();
  });
  // Browsers ask their vendors for updates over https.
  server.on('connect', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut(isNowCut) {
      isCut = isNowCut;
      if (isCut) server.closeAllConnections();
    },
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
}
