import { POOL_SIZE } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { createSlots, NoSlot } from '../../urls/slots.ts';

/** High enough to search while the user types. A search for eight frequent words takes up to half a second. */
export const searchesPerNetwork = { calls: 120, seconds: 60, perNode: true } as const;

const SLOT_WAIT_MS = 1_500;
/** Searches of many networks leave most connections of the pool to other requests. */
const slots = createSlots({ total: POOL_SIZE / 4, perKey: 2, waiting: 32 });

/** Runs a search of an address when few others run. Rejects with `unavailable` if it would wait for too long. */
export async function inSearchSlot<T>(address: string, search: () => Promise<T>): Promise<T> {
  try {
    return await slots.run(address, AbortSignal.timeout(SLOT_WAIT_MS), search);
  } catch (error) {
    throw error instanceof NoSlot ? new Refusal('unavailable') : error;
  }
}
