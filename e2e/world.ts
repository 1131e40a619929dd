import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePorts, type ServerProcess, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

export const admin = { email: 'admin@example.org', password: 'correct-horse-1' } as const;

/** A small app of somebody else, on a host that is not ours, for people to submit; below /refused it refuses framing. */
const FOREIGN_PAGE = `<!doctype html><html lang="en"><title>Tea Timer</title>
<meta name="description" content="Tells you when your tea has steeped for long enough.">
<body><h1>Tea Timer</h1><button id="steep">Steep</button></body></html>`;

export interface World {
  server: ServerProcess;
  url: string;
  dataFolder: string;
  /** Where the server writes the mails it would send. */
  mailFolder: string;
  /** Origin of the foreign app; any path below it answers. */
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
 * The server as `npm start` runs it, on an empty folder with the demo catalogue, and a foreign app beside it. Under
 * another name than localhost, for which the browser needs a way to this machine, if one is given.
 */
export async function startWorld(hostname = 'localhost'): Promise<World> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const foreign = await serveForeignApp();
  const server = await startServerProcess({
    PORT: String(port),
    PUBLIC_URL: `http://${hostname}:${port}`,
    DEMO_PORT: String(demoPort),
    DATA_DIR: folder.path,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ALLOW_PRIVATE_URLS: '1',
    RATE_LIMIT: 'off',
  });
  return {
    server,
    url: `http://${hostname}:${port}`,
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
