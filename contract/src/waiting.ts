import * as z from 'zod/mini';
import { Count } from './primitives.ts';
import { route } from './route.ts';

/** What takes long to count is counted no further. */
export const WAITING_MAX = 1_000;

/** What waits for a moderator; all but `pending` are counted up to `WAITING_MAX`. */
export const Waiting = z.object({
  pending: Count,
  /** Apps that have waited for longer than the review promises. */
  overdue: Count,
  /** Apps with open reports. */
  reports: Count,
  /** Approved apps that are not what was approved. */
  changed: Count,
  /** Apps that were unreachable for seven days. */
  flagged: Count,
});
export type Waiting = z.infer<typeof Waiting>;

export const waiting = route({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'How much waits for a moderator',
  access: 'admin',
  replica: true,
  response: Waiting,
});
