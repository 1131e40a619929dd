import { isRefusal } from './call.ts';

const PAUSES_MS = [1_000, 2_000];

/** Reads from the server, and again up to twice if the error may pass. Rejects with the last error. */
export async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await read();
    } catch (error) {
      if (isRefusal(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return read();
}
