import { isRefusal } from './call.ts';

const PAUSES_MS = [1_000, 2_000];

/** Reads up to three times if errors are temporary. Rejects with the last error. */
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
