import { createSlots, NoSlot } from '../urls/slots.ts';
import { Refusal } from './refusal.ts';

const WAIT_MAX_MS = 1_500;

/**
 * Returns a function that runs work of a key when few others run. It rejects with `unavailable` if the work would wait for
 * too long.
 */
export function workSlots(limits: Parameters<typeof createSlots>[0]) {
  const slots = createSlots(limits);
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await slots.run(key, AbortSignal.timeout(WAIT_MAX_MS), work);
    } catch (error) {
      throw error instanceof NoSlot ? new Refusal('unavailable') : error;
    }
  };
}
