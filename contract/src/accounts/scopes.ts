import { type Role, roles } from './roles.ts';

export const scopes = [
  'apps:read',
  'apps:write',
  'data:read',
  'review:read',
  'review:write',
  'admin:read',
  'admin:write',
] as const;
export type Scope = (typeof scopes)[number];

type Write = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type OwnApps = `/api/user/apps${string}`;
type AdminPath = `/api/admin/${string}`;

/** Routes that change who may sign in, and what accounts may do. */
type AccountPath =
  | `/api/admin/users/${string}`
  | `/api/admin/invitations${string}`
  | `/api/admin/applications${string}`;

/** Sensitive routes that are open to tokens, although programs cannot prove their identity. */
type ProvedPath = '/api/admin/apps/:id' | '/api/admin/users' | '/api/admin/users.csv';

/** Access, method and path that a route with each scope must have. */
type Admitted =
  | { scope: 'apps:read'; access: 'member'; method: 'GET'; path: OwnApps }
  | { scope: 'apps:write'; access: 'member'; method: Write; path: '/api/apps' | OwnApps }
  | { scope: 'data:read'; access: 'account'; method: 'GET'; path: '/api/user/data' }
  | { scope: 'review:read'; access: 'moderator'; method: 'GET'; path: AdminPath }
  | { scope: 'review:write'; access: 'moderator'; method: Write; path: AdminPath }
  | { scope: 'admin:read'; access: 'admin'; method: 'GET'; path: AdminPath }
  | { scope: 'admin:write'; access: 'admin'; method: Write; path: AdminPath };

interface Closed {
  path: string;
  scope?: Scope;
  proof?: unknown;
}

/** `unknown` for a valid route. Otherwise no descriptor fits, so the route does not compile. */
export type ScopeRule<T extends Closed> = T extends { scope: Scope }
  ? T extends { path: AccountPath }
    ? { scope: never }
    : T extends { proof: unknown }
      ? T extends Admitted & { path: ProvedPath }
        ? unknown
        : { scope: never }
      : T extends Admitted
        ? unknown
        : { scope: never }
  : unknown;

export function roleOf(scope: Scope): Role {
  if (scope.startsWith('admin:')) return 'admin';
  return scope.startsWith('review:') ? 'moderator' : 'member';
}

export function lesserRole(one: Role, other: Role): Role {
  return roles.indexOf(one) < roles.indexOf(other) ? one : other;
}

export function scopesFor(role: Role): Scope[] {
  return scopes.filter((scope) => lesserRole(roleOf(scope), role) === roleOf(scope));
}

/** Returns the role that a token acts with: the owner's role, limited by the scopes for such requests. */
export function actingRole(owner: Role, granted: readonly Scope[], method: 'GET' | Write): Role {
  const kind = method === 'GET' ? ':read' : ':write';
  const reached = granted.filter((scope) => scope.endsWith(kind)).map(roleOf);
  return roles.findLast((role) => reached.includes(role) && lesserRole(role, owner) === role) ?? 'member';
}
