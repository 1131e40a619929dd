import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { testAuthority } from './certificates.ts';
import { withinMinute } from './eventually.ts';
import { HOST, type HttpsProxy } from './https-proxies.ts';
import { freePorts, type ServerProcess, startServerProcess } from './server-process.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Answer {
  status: number;
  cookies: string[];
  body: string;
}

export interface NodesBehindProxy {
  t: TestApp;
  nodes: { env: Record<string, string>; process: ServerProcess }[];
  send: (path: string, method?: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;
  close: () => Promise<void>;
}

/** Starts two nodes on one database and the proxy in front of them, and waits until it responds. */
export async function startNodesBehind(
  proxy: HttpsProxy,
  settings: Record<string, string> = {},
): Promise<NodesBehindProxy> {
  const closing: (() => Promise<unknown>)[] = [];
  const folder = await temporaryFolder();
  closing.push(() => folder.remove());
  const t = await openTestApp({ env: { PUBLIC_URL: `https://${HOST}` } });
  closing.push(() => t.close());
  const { host, user, database } = t.database.connection;
  const ports = [await freePorts(), await freePorts()] as const;
  const nodes = await Promise.all(
    ports.map(async (own) => {
      const env = {
        PORT: String(own.port),
        DEMO_PORT: String(own.demoPort),
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
        PUBLIC_URL: `https://${HOST}`,
        TRUSTED_PROXIES: '127.0.0.1,::1',
        DEMO: 'off',
        ...settings,
      };
      const node = { env, process: await startServerProcess(env) };
      closing.push(() => node.process.end());
      return node;
    }),
  );
  const { port } = await freePorts();
  const { checkAlive, end } = await proxy.start(folder.path, port, [ports[0].port, ports[1].port]);
  closing.push(end);

  const send: NodesBehindProxy['send'] = (path, method = 'GET', headers = {}, body = '') =>
    new Promise((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          servername: HOST,
          ca: testAuthority,
          agent: false,
          headers: { host: HOST, origin: `https://${HOST}`, ...headers },
        },
        (response) => {
          const { statusCode = 0, headers: got } = response;
          void text(response).then(
            (answer) => resolve({ status: statusCode, cookies: got['set-cookie'] ?? [], body: answer }),
            reject,
          );
        },
      )
        .on('error', reject)
        .end(body);
    });
  await withinMinute(async () => {
    checkAlive();
    expect((await send('/readyz')).status).toBe(200);
  });
  return {
    t,
    nodes,
    send,
    async close() {
      for (const close of closing.splice(0).toReversed()) await close();
    },
  };
}
