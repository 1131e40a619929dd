import * as z from 'zod/mini';
import { Count } from './primitives.ts';
import { route } from './route.ts';

/** The numbers on the admin's first screen; guests are not counted among the users. */
export const AdminStats = z.object({
  totalApps: Count,
  totalUsers: Count,
  pendingApps: Count,
  totalVotes: Count,
  totalReports: Count,
});
export type AdminStats = z.infer<typeof AdminStats>;

export const adminStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The numbers at a glance',
  access: 'admin',
  response: AdminStats,
});
