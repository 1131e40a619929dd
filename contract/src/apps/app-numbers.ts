import * as z from 'zod/mini';
import { Count } from '../wire/primitives.ts';

export const StatusCounts = z.object({ approved: Count, pending: Count, rejected: Count });
export type StatusCounts = z.infer<typeof StatusCounts>;

export const Place = z.object({ rank: Count, of: Count });
export type Place = z.infer<typeof Place>;
