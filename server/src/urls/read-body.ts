import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const ACCEPT_ENCODING = 'gzip, deflate, br';

async function* atMost(
  stream: AsyncIterable<Buffer>,
  max: number,
  onMore: () => void,
): AsyncGenerator<Buffer> {
  let left = max;
  for await (const chunk of stream) {
    if (chunk.length > left) onMore();
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left < 0) return;
  }
}

interface ReadBody {
  body: Buffer;
  isWhole: boolean;
  /** True if the body broke off or could not be decompressed. */
  isBroken: boolean;
}

/** Returns what could be read if the body breaks off or has an unknown encoding. */
export async function readBody(response: IncomingMessage, max: number): Promise<ReadBody> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = decoders[encoding]?.();
  if (!decoder && encoding !== 'identity') return { body: Buffer.alloc(0), isWhole: true, isBroken: false };
  let isWhole = true;
  let isBroken = false;
  const onMore = () => (isWhole = false);
  const wire = atMost(response, max, onMore);
  const chunks: Buffer[] = [];
  try {
    // The loop receives every error.
    const plain: AsyncIterable<Buffer> = decoder ? pipeline(wire, decoder, () => undefined) : wire;
    for await (const chunk of atMost(plain, max, onMore)) chunks.push(chunk);
  } catch {
    // A cut body cannot be decompressed to its end.
    isBroken = isWhole;
  } finally {
    decoder?.destroy();
    response.destroy();
  }
  return { body: Buffer.concat(chunks), isWhole, isBroken };
}
