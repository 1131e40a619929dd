/** For a whole answer, to its last byte. */
export const ANSWER_WAIT_S = 5;
/** Keys, tokens and what is told of a person take a tenth of it. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** A provider went on answering beyond any use. */
export class OverlongAnswer extends Error {
  override name = 'OverlongAnswer';
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > ANSWER_MAX_BYTES)
      throw new OverlongAnswer(`an answer of more than ${ANSWER_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * `fetch` with an answer that is there as a whole, and bounded: unpacked, it has at most ANSWER_MAX_BYTES and has come
 * within ANSWER_WAIT_S. Throws OverlongAnswer, or what `fetch` throws.
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_WAIT_S * 1_000) });
  return response.body === null ? response : new Response(await readAll(response.body), response);
}
