import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The encodings that can be read, as a request asks for them. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** The first `max` bytes of a stream; `onMore` hears that there were more. */
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
  /** False when there was more than was read. */
  isWhole: boolean;
  /** True when it broke off, or what came could not be unpacked. */
  isBroken: boolean;
}

/**
 * The beginning of a body, decompressed: at most `max` bytes are read, and at most `max` come out, however well they were
 * packed. A body that breaks off or is packed in an unknown way is as much of it as could be read.
 */
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
    // The loop hears of every error itself.
    const plain: AsyncIterable<Buffer> = decoder ? pipeline(wire, decoder, () => undefined) : wire;
    for await (const chunk of atMost(plain, max, onMore)) chunks.push(chunk);
  } catch {
    // A page that breaks off still has a beginning. What is cut by us cannot be unpacked to its end.
    isBroken = isWhole;
  } finally {
    decoder?.destroy();
    response.destroy();
  }
  return { body: Buffer.concat(chunks), isWhole, isBroken };
}
