import * as z from 'zod/mini';
import { Count } from '../wire/primitives.ts';

export const StatusCounts = z.object({ approved: Count, pending: Count, rejected: Count });
export type StatusCounts = z.infer<typeof StatusCounts>;

export const RankPlace = z.object({ rank: Count, of: Count });
export type RankPlace = z.infer<typeof RankPlace>;
