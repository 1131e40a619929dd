import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_MS = 100;

export interface Balancer {
  url: string;
  /** Sends requests to these nodes from now on, as far as they say that they are ready. */
  setNodes(urls: readonly string[]): void;
  close(): Promise<void>;
}

/** A load balancer as plain as can be: nodes in turn, a look at /readyz ten times a second, and nothing tried twice. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let nodes: readonly string[] = [];
  let ready: readonly string[] = [];
  let turn = 0;
  const over = new AbortController();
  const server = createServer((incoming, outgoing) => {
    const node = ready[(turn += 1) % ready.length];
    const fail = () => void outgoing.writeHead(502).end();
    if (node === undefined) return fail();
    const { hostname, port } = new URL(node);
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers, agent }, (response) => {
      const { connection: _ofTheNode, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, rest);
      response.pipe(outgoing).on('error', fail);
    });
    incoming.pipe(forwarded.on('error', fail));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const isReady = (node: string) =>
    fetch(`${node}/readyz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  const checks = (async () => {
    while (!over.signal.aborted) {
      const found = await Promise.all(nodes.map(async (node) => ((await isReady(node)) ? [node] : [])));
      ready = found.flat();
      await delay(CHECK_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setNodes: (urls) => void (nodes = urls),
    async close() {
      over.abort();
      await checks;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
