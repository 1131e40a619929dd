import * as z from 'zod/mini';
import { Count } from './primitives.ts';

/** How many apps there are of each status. */
export const StatusCounts = z.object({ approved: Count, pending: Count, rejected: Count });
export type StatusCounts = z.infer<typeof StatusCounts>;

/** A place by ranking score, from 1, among so many approved apps. */
export const Place = z.object({ rank: Count, of: Count });
export type Place = z.infer<typeof Place>;
