import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way of every request between a browser and the servers on this machine. */
export interface Line {
  port: number;
  /** While it is cut, no request is answered. */
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
 * A proxy that leads every plain-http address to the same port of this machine, whatever the name in it: a name that is
 * not of this machine makes a page without the interfaces that browsers keep for secure ones.
 */
export async function layLine(names: readonly string[]): Promise<Line> {
  let isCut = false;
  const server = createServer((incoming, answer) => {
    const isOurs = URL.canParse(incoming.url ?? '') && names.includes(new URL(incoming.url ?? '').hostname);
    if (isOurs && !isCut) forward(incoming, answer);
    else incoming.socket.destroy();
  });
  // What browsers ask of their makers is none of our business.
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
