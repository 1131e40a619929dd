import { POOL_SIZE } from '../../db/client.ts';
import { workSlots } from '../../http/rate-limit.ts';

/** High enough to search while the user types. A search for eight frequent words takes up to half a second. */
export const searchesPerNetwork = { calls: 120, seconds: 60, perNode: true } as const;

/** Runs a search of an address. Searches of many networks leave most connections of the pool to other requests. */
export const inSearchSlot = workSlots({ total: POOL_SIZE / 4, perKey: 2, waiting: 32 });
