import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { varyBy } from './vary.ts';

export const encodings = ['br', 'gzip'] as const;

/** Larger responses are streamed, which takes a megabyte of memory until a slow client has read it. */
const AT_ONCE_MAX_BYTES = 128 * 1024;

export async function installCompression(app: FastifyInstance): Promise<void> {
  // Not async: a promise per response costs measurable time.
  app.addHook('onSend', (_request, reply, payload, done) => {
    varyBy(reply, 'accept-encoding');
    done(null, payload);
  });
  await app.register(compress, {
    encodings: [...encodings],
    syncThreshold: AT_ONCE_MAX_BYTES,
    // Request bodies are not decompressed: a body that no handler reads would end early, and the next request with it.
    globalDecompression: false,
  });
}
