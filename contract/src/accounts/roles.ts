/** Guests are members without rights of a role. The start of the web app needs these values without a schema. */
export const roles = ['member', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

export function higherRole(one: Role, other: Role): Role {
  return roles.indexOf(one) > roles.indexOf(other) ? one : other;
}

export function canModerate({ role }: { role: Role }): boolean {
  return role === 'moderator' || role === 'admin';
}
