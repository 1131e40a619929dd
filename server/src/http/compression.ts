import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { varyBy } from './vary.ts';

/** In the order in which they are preferred. */
export const encodings = ['br', 'gzip'] as const;

/**
 * Up to here an answer is made small in one go, within milliseconds. A larger one goes through a stream, whose memory
 * of a megabyte stays until the last byte has gone: for as long as somebody reads slowly.
 */
const AT_ONCE_MAX_BYTES = 128 * 1024;

/** Makes answers small for whoever takes them so, and has caches keep the forms apart, the plain one and a 304 too. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  // Not async: a promise for each answer would be felt.
  app.addHook('onSend', (_request, reply, payload, done) => {
    varyBy(reply, 'accept-encoding');
    done(null, payload);
  });
  await app.register(compress, {
    encodings: [...encodings],
    syncThreshold: AT_ONCE_MAX_BYTES,
    // Bodies are not unpacked: one that no call reads would stop before its end, and the next request with it.
    globalDecompression: false,
  });
}
