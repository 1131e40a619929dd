import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';
import compress from '@fastify/compress';

export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const known = reply.getHeader('vary');
  const before =
    known === undefined
      ? []
      : String(known)
          .toLowerCase()
          .split(/[\s,]+/);
  void reply.header('vary', [...new Set([...before, ...names])].join(', '));
}

export const encodings = ['br', 'gzip'] as const;

/** Larger responses are streamed, and take a megabyte of memory until a slow client has read them. */
const AT_ONCE_MAX_BYTES = 128 * 1024;

export async function installCompression(app: FastifyInstance): Promise<void> {
  // Not async, because a promise per response costs measurable time.
  app.addHook('onSend', (_request, reply, payload, done) => {
    varyBy(reply, 'accept-encoding');
    done(null, payload);
  });
  await app.register(compress, {
    encodings: [...encodings],
    syncThreshold: AT_ONCE_MAX_BYTES,
    // Request bodies are not decompressed: an unread body would end early and break the next request.
    globalDecompression: false,
  });
}

/** Content Security Policy. Frames may have any origin, because apps may. Everything else must be ours. */
const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': ['http:', 'https:'],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
};

/** Permissions Policy. These permissions are denied to all frames. Each frame has its own permissions. */
const denied = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
  'browsing-topics',
].map((feature) => `${feature}=()`);

const PERMISSIONS_POLICY = [...denied, 'publickey-credentials-get=(self)'].join(', ');

/** Returns the security headers. They exclude COEP, which would block the framed apps. */
export function protectingHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY };
  const response: Pick<ServerResponse, 'removeHeader'> & { setHeader(name: string, value: string): void } = {
    setHeader: (name, value) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

export function installHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
}
