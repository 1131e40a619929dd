import * as z from 'zod/mini';
import { Count } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const WAITING_MAX = 1_000;

/** All counts except `pending` stop at WAITING_MAX. */
export const Waiting = z.object({
  pending: Count,
  overdue: Count,
  reports: Count,
  changed: Count,
  flagged: Count,
  applications: Count,
});
export type Waiting = z.infer<typeof Waiting>;

export const waiting = route({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'Get the number of items that wait for moderators',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  response: Waiting,
});
