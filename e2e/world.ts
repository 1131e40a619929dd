import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePorts, type ServerProcess, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

export const admin = { email: 'admin@example.org', password: 'correct-horse-1' } as const;

/** A small foreign app on another host, which users submit. Paths below /refused refuse framing. */
const FOREIGN_PAGE = `<!doctype html><html lang="en"><title>Tea Timer</title>
<meta name="description" content="Tells you when your tea has steeped for long enough.">
<body><h1>Tea Timer</h1><button id="steep">Steep</button></body></html>`;

export interface World {
  server: ServerProcess;
  url: string;
  dataFolder: string;
  /** Folder into which the server writes mails. */
  mailFolder: string;
  /** Origin of the foreign app, which serves any path. */
  foreignUrl: string;
  end(): Promise<void>;
}

async function serveForeignApp(): Promise<{ listener: Server; url: string }> {
  const listener = createServer((request, response) => {
    if (request.url?.startsWith('/refused')) response.setHeader('x-frame-options', 'DENY');
    response.setHeader('content-type', 'text/html; charset=utf-8').end(FOREIGN_PAGE);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { listener, url: `http://127.0.0.1:${(listener.address() as { port: number }).port}` };
}

/**
 * Starts the server as `npm start` does, in an empty folder with the demo catalogue, and a foreign app. `hostname`
 * replaces localhost, and must resolve to this machine. `readSettings` returns further settings for the address of the server.
 */
export async function startWorld(
  hostname = 'localhost',
  readSettings: (url: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<World> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const foreign = await serveForeignApp();
  const url = `http://${hostname}:${port}`;
  const server = await startServerProcess({
    RATE_LIMIT: 'off',
    ...(await readSettings(url)),
    PORT: String(port),
    PUBLIC_URL: url,
    DEMO_PORT: String(demoPort),
    DATA_DIR: folder.path,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ALLOW_PRIVATE_URLS: '1',
  });
  return {
    server,
    url,
    dataFolder: folder.path,
    mailFolder: `${folder.path}/mail`,
    foreignUrl: foreign.url,
    async end() {
      await server.end();
      foreign.listener.close();
      await folder.remove();
    },
  };
}
