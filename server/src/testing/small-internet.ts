import { once } from 'node:events';
import { createServer as createPageServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { createFetchPublic, type FetchPublic, type FetchRules, type Wires } from '../urls/fetch-public.ts';
import { isPublicAddress, publicNames } from '../urls/public-address.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

export const PUBLIC_ADDRESS = '93.184.215.14';

interface Certificate {
  key: string;
  cert: string;
}

export interface SmallInternet {
  names: DnsServer;
  servePage(at: string, listener: RequestListener, certificate?: Certificate): Promise<void>;
  /** Serves raw sockets, for invalid HTTP. */
  serveSocket(at: string, listener: (socket: Socket) => void): Promise<void>;
  /** Counts connections to addresses that are not public; must stay 0. */
  canary: { touched: () => number };
  /** The real `fetchPublic`, connected to this internet. */
  fetchWith(rules?: Partial<FetchRules>, limits?: Wires['limits']): FetchPublic;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Simulates an internet on loopback: a name server, pages on public addresses, and a canary for all private
 * addresses. Addresses are classified as in production. Only the final connection is redirected.
 */
export async function openSmallInternet(): Promise<SmallInternet> {
  const names = await startDnsServer();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const keep = (server: Server) => {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    });
    return server;
  };
  let touched = 0;
  const canary = keep(createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret')));
  canary.on('connection', () => (touched += 1));
  const canaryPort = await listen(canary);
  const closed = createServer();
  const closedPort = await listen(closed);
  closed.close();

  const ports = new Map<string, number>();
  const dial: Wires['dial'] = ({ addresses, port }) => {
    const isPrivate = addresses.some((address) => !isPublicAddress(address));
    const served = addresses.map((address) => ports.get(`${address}:${port}`)).find((at) => at !== undefined);
    return { addresses: ['127.0.0.1'], port: isPrivate ? canaryPort : (served ?? closedPort) };
  };
  return {
    names,
    async servePage(at, listener, certificate) {
      const pages = createPageServer(listener);
      const server = certificate ? createSecureServer(certificate) : pages;
      if (certificate) server.on('secureConnection', (socket: Socket) => pages.emit('connection', socket));
      ports.set(at, await listen(keep(server)));
    },
    async serveSocket(at, listener) {
      ports.set(at, await listen(keep(createServer(listener))));
    },
    canary: { touched: () => touched },
    fetchWith: (rules = {}, limits = {}) =>
      createFetchPublic({ allowsPrivateUrls: false, demoUrl: undefined, ...rules }, 'Zapdeck-Test', {
        resolve: publicNames([names.address]),
        dial,
        limits,
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      await names.close();
    },
  };
}
