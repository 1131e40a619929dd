import * as z from 'zod/mini';

/** Guests are members too: they have no rights of a role. */
export const Role = z.enum(['member', 'moderator', 'admin']);
export type Role = z.infer<typeof Role>;

/** Returns true for moderators and admins. */
export function canModerate({ role }: { role: Role }): boolean {
  return role === 'moderator' || role === 'admin';
}
