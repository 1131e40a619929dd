import { describe, expect, test } from 'vitest';
import { type Route, route } from '../wire/route.ts';
import { routes } from '../wire/routes.ts';
import { actingRole, roleOf, type Scope, scopes, scopesFor } from './scopes.ts';

const shown = { summary: 'Example', response: 'empty' } as const;
const read = { ...shown, method: 'GET' } as const;
const write = { ...shown, method: 'POST' } as const;
const list = { ...read, access: 'admin', path: '/api/admin/stats' } as const;
const queue = { ...read, access: 'moderator', path: '/api/admin/apps' } as const;
const ownApps = { ...read, access: 'member', path: '/api/user/apps' } as const;

describe('a descriptor', () => {
  test('compiles with a scope that suits access, method and path', () => {
    route({ ...list, scope: 'admin:read' });
    route({ ...list, method: 'PUT', scope: 'admin:write' });
    route({ ...queue, scope: 'review:read' });
    route({ ...ownApps, scope: 'apps:read' });
    route({ ...ownApps, path: '/api/user/apps/:id', method: 'DELETE', scope: 'apps:write' });
    route({ ...read, access: 'account', path: '/api/user/data', scope: 'data:read' });
    route({ ...list, path: '/api/admin/users.csv', proof: true, scope: 'admin:read' });
  });

  test('does not compile with a scope of another role', () => {
    // @ts-expect-error
    route({ ...list, scope: 'apps:read' });
    // @ts-expect-error
    route({ ...list, scope: 'review:read' });
    // @ts-expect-error
    route({ ...queue, scope: 'admin:read' });
    // @ts-expect-error
    route({ ...queue, scope: 'apps:read' });
    // @ts-expect-error
    route({ ...ownApps, scope: 'review:read' });
    // @ts-expect-error
    route({ ...ownApps, scope: 'data:read' });
  });

  test('does not compile with a reading scope on a change, or a writing scope on a GET', () => {
    // @ts-expect-error
    route({ ...list, method: 'PUT', scope: 'admin:read' });
    // @ts-expect-error
    route({ ...list, scope: 'admin:write' });
    // @ts-expect-error
    route({ ...ownApps, method: 'PATCH', scope: 'apps:read' });
    // @ts-expect-error
    route({ ...queue, scope: 'review:write' });
  });

  test('does not compile with a scope that does not exist', () => {
    // @ts-expect-error
    route({ ...list, scope: 'everything' });
  });

  test('does not compile with a scope on a public route or one for guests', () => {
    // @ts-expect-error
    route({ ...read, access: 'public', path: '/api/search', scope: 'apps:read' });
    // @ts-expect-error
    route({ ...read, access: 'session', path: '/api/apps', scope: 'apps:read' });
  });

  test('does not compile with a scope on a route that votes, reports or counts views', () => {
    // @ts-expect-error
    route({ ...write, access: 'member', path: '/api/votes', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'member', path: '/api/reports', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'member', path: '/api/interactions', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'member', path: '/api/interactions/durations', scope: 'apps:write' });
  });

  test('does not compile with a scope on a route that signs in, makes tokens or changes accounts', () => {
    // @ts-expect-error
    route({ ...write, access: 'public', path: '/api/auth/login', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'account', path: '/api/auth/change-password', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'account', path: '/api/tokens', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'account', path: '/api/user/delete-account', scope: 'apps:write' });
    // @ts-expect-error
    route({ ...write, access: 'moderator', path: '/api/admin/users/:id/suspend', scope: 'review:write' });
    // @ts-expect-error
    route({ ...write, access: 'admin', path: '/api/admin/users/:id', scope: 'admin:write' });
    // @ts-expect-error
    route({ ...write, access: 'admin', path: '/api/admin/invitations', scope: 'admin:write' });
    // @ts-expect-error
    route({ ...write, access: 'admin', path: '/api/admin/applications/:id/decision', scope: 'admin:write' });
    // @ts-expect-error
    route({ ...list, method: 'PUT', proof: true, scope: 'admin:write' });
    // @ts-expect-error
    route({ ...list, proof: { when: 'it is sensitive' }, scope: 'admin:read' });
  });
});

test('each scope belongs to a route', () => {
  const used = new Set(Object.values<Route>(routes).map(({ scope }) => scope));
  expect(scopes.filter((scope) => !used.has(scope))).toEqual([]);
});

test('no token can change roles or who may sign in, delete people, or take votes of others', () => {
  const closed: readonly Route[] = [
    routes.saveInstance,
    routes.saveClaimRoles,
    routes.requireFactor,
    routes.resetStats,
    routes.editUser,
    routes.deletePerson,
    routes.suspendPerson,
    routes.takeVotesBack,
    routes.takePersonVotesBack,
    routes.castVote,
  ];
  expect(closed.filter(({ scope }) => scope !== undefined)).toEqual([]);
});

describe('roles', () => {
  test('each role may use the scopes of the roles below', () => {
    expect(scopesFor('member')).toEqual(['apps:read', 'apps:write', 'data:read']);
    expect(scopesFor('moderator')).toEqual([...scopesFor('member'), 'review:read', 'review:write']);
    expect(scopesFor('admin')).toEqual(scopes);
    expect(scopes.map(roleOf)).toEqual([
      'member',
      'member',
      'member',
      'moderator',
      'moderator',
      'admin',
      'admin',
    ]);
  });

  const acting = (owner: 'member' | 'moderator' | 'admin', granted: Scope[]) => [
    actingRole(owner, granted, 'GET'),
    actingRole(owner, granted, 'PATCH'),
  ];

  test('a token acts with the role of its scopes, separately for reads and changes', () => {
    expect(acting('admin', ['apps:read', 'apps:write', 'data:read'])).toEqual(['member', 'member']);
    expect(acting('admin', ['review:read'])).toEqual(['moderator', 'member']);
    expect(acting('admin', ['review:write', 'admin:read'])).toEqual(['admin', 'moderator']);
    expect(acting('admin', ['admin:write', 'review:read'])).toEqual(['moderator', 'admin']);
  });

  test('a token never acts with a role that its owner has lost', () => {
    expect(acting('moderator', ['admin:read', 'admin:write'])).toEqual(['member', 'member']);
    expect(acting('moderator', ['admin:read', 'review:write'])).toEqual(['member', 'moderator']);
    expect(acting('member', [...scopes])).toEqual(['member', 'member']);
  });
});
