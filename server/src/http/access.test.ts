import { type Access, statusesOf } from '@zapdeck/contract/route';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../features/users/users.table.ts';
import { builtRoutes } from '../testing/built-routes.ts';
import { openTestApp, type Role, type TestApp } from '../testing/test-app.ts';

/** The refusal that each kind of person meets at each access level; specification, section 6. */
const refusals: Readonly<Record<Access, Partial<Record<Role, string>>>> = {
  public: {},
  session: { visitor: 'unauthorized' },
  member: { visitor: 'unauthorized', guest: 'guest_forbidden' },
  admin: { visitor: 'unauthorized', guest: 'forbidden', member: 'forbidden' },
};
const roles: readonly Role[] = ['visitor', 'guest', 'member', 'admin'];

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** Sends nothing that would pass as input, so that whoever is let in changes nothing. */
async function knock(method: string, path: string, cookies: Record<string, string>) {
  const response = await t.app.inject({
    method: method as 'GET',
    url: path.replace(':id', 'not-an-id'),
    cookies,
    headers: { origin: t.deps.config.publicUrl, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });
  const type = response.headers['content-type'] ?? '';
  const code: unknown = type.includes('json') ? response.json<{ code?: unknown }>().code : undefined;
  return { status: response.statusCode, code };
}

describe.each(roles)('a %s', (role) => {
  test('is refused exactly where the contract says so, and gets no undeclared status', async () => {
    const { cookies } = await t.person(role);
    const built = builtRoutes(t.app);
    expect(built.length).toBeGreaterThan(0);
    for (const [name, route] of built) {
      const { status, code } = await knock(route.method, route.path, cookies);
      const refusal = refusals[route.access][role];
      if (refusal === undefined)
        expect.soft(['unauthorized', 'forbidden', 'guest_forbidden'], name).not.toContain(code);
      else expect.soft(code, name).toBe(refusal);
      expect.soft([...statusesOf(route)], name).toContain(status);
    }
  });
});

test('an admin who has just been demoted is refused with the next request', async () => {
  const { user, cookies } = await t.person('admin');
  const adminRoutes = builtRoutes(t.app).filter(([, { access }]) => access === 'admin');
  expect(adminRoutes.length).toBeGreaterThan(0);
  await t.deps.db
    .update(users)
    .set({ isAdmin: false })
    .where(eq(users.id, user?.id ?? ''));
  for (const [name, route] of adminRoutes) {
    expect.soft((await knock(route.method, route.path, cookies)).code, name).toBe('forbidden');
  }
});
