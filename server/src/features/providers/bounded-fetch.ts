export const RESPONSE_TIMEOUT_S = 5;
const RESPONSE_MAX_BYTES = 256 * 1024;

export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge';
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > RESPONSE_MAX_BYTES)
      throw new ResponseTooLarge(`an answer of more than ${RESPONSE_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws ResponseTooLarge, or the error of `fetch`. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_S * 1_000) });
  return response.body === null ? response : new Response(await readAll(response.body), response);
}
