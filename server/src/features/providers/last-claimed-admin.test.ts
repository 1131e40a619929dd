import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { editUser } from '../users/admin-users.ts';
import { type ClaimsFixture, openClaims } from './claimed-roles.fixture.ts';
import { pathOf } from './providers.fixture.ts';

let f: ClaimsFixture;
beforeAll(async () => {
  f = await openClaims();
  await f.map([
    { value: 'admins', role: 'admin' },
    { value: 'reviewers', role: 'moderator' },
  ]);
});
afterAll(() => f.close());
beforeEach(async () => {
  f.web.nextPerson();
  f.log.length = 0;
  await give(f.admin.user?.id, 'admin');
  await f.web.t.deps.db.update(users).set({ claimedRole: 'member', claimLostAt: null });
});

const kept = () => f.log.filter((line) => line.includes('has lost the role claim and keeps the role'));

/** Sets a role that an admin gave, without the rules of the form. */
async function give(id: string | undefined, givenRole: 'member' | 'admin'): Promise<void> {
  await f.web.t.deps.db
    .update(users)
    .set({ givenRole })
    .where(eq(users.id, id ?? ''));
}

describe('the last active admin', () => {
  test('keeps the role without the claim, until there is another admin', async () => {
    await f.arrive(['admins']);
    await give(f.admin.user?.id, 'member');
    const before = await f.arrive(['admins']);
    const after = await f.arrive([]);
    expect([await f.roleIn(before), await f.roleIn(after)]).toEqual(['admin', 'admin']);
    expect(kept()).toHaveLength(1);
    expect((await f.entries()).at(-1)).toEqual({
      action: 'user.role_kept',
      actor: null,
      before: null,
      after: { role: 'admin' },
    });
    expect((await f.mails()).at(-1)).toBe('admin_kept');
    expect((await f.account()).claimLostAt).toEqual(f.web.t.clock.now);

    // The log says it at each sign-in, the audit log and the mail once.
    await f.arrive(['reviewers']);
    expect(kept()).toHaveLength(2);
    expect(await f.entries()).toHaveLength(2);
    expect(await f.mails()).toHaveLength(2);

    await give(f.admin.user?.id, 'admin');
    const last = await f.arrive([]);
    expect([await f.roleIn(after), await f.roleIn(last)]).toEqual([undefined, 'member']);
    expect(await f.account()).toMatchObject({ claimedRole: 'member', claimLostAt: null });
    expect((await f.mails()).at(-1)).toBe('admin_revoked_by_provider');
  });

  test('is told again if the claim returned in between', async () => {
    await f.arrive(['admins']);
    await give(f.admin.user?.id, 'member');
    await f.arrive([]);
    const cookies = await f.arrive(['admins']);
    expect((await f.account()).claimLostAt).toBeNull();
    await f.arrive([]);
    expect((await f.mails()).filter((event) => event === 'admin_kept')).toHaveLength(2);
    expect(await f.roleIn(cookies)).toBe('admin');
  });

  test('stays if two admins lose the claim at the same time', async () => {
    const people = [];
    for (let at = 0; at < 2; at += 1) {
      f.web.nextPerson();
      await f.arrive(['admins']);
      const { person } = f.web.standIns.platform;
      f.web.standIns.platform.person = { ...person, groups: [] };
      people.push({ ...(await f.web.goThere('platform')), id: (await f.account()).id });
    }
    await give(f.admin.user?.id, 'member');
    await Promise.all(people.map(({ back, cookies }) => f.web.visit(pathOf(back), cookies)));
    const { rows } = await f.web.t.deps.pool.query(`SELECT FROM users WHERE role = 'admin'`);
    expect(rows).toHaveLength(1);
  });
});

describe('concurrent changes', () => {
  test('of two sign-ins with the claim give the role once', async () => {
    f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups: ['reviewers'] };
    const tabs = await Promise.all([f.web.goThere('platform'), f.web.goThere('platform')]);
    const answers = await Promise.all(tabs.map(({ back, cookies }) => f.web.visit(pathOf(back), cookies)));
    expect(answers.map(({ location }) => location)).toEqual(['/home', '/home']);
    expect((await f.account()).role).toBe('moderator');
    expect(await f.entries()).toHaveLength(1);
    expect(await f.mails()).toHaveLength(1);
  });

  test('from an admin and from a claim are both stored', async () => {
    await f.arrive([]);
    const { id } = await f.account();
    f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups: ['reviewers'] };
    const { back, cookies } = await f.web.goThere('platform');
    let arriving: ReturnType<typeof f.web.visit> | undefined;
    await inTransaction(f.web.t.deps.db, async (tx) => {
      await tx.update(users).set({ givenRole: 'admin' }).where(eq(users.id, id));
      arriving = f.web.visit(pathOf(back), cookies);
      await untilBlocked(f.web.t.deps.pool);
    });
    const answer = await arriving;
    expect(await f.account()).toMatchObject({ givenRole: 'admin', claimedRole: 'moderator', role: 'admin' });
    expect(await f.roleIn(answer?.cookies ?? {})).toBe('admin');
    expect(await f.entries()).toEqual([]);
  });

  test('a sign-in waits for an admin who removes the given role, and keeps the claimed one', async () => {
    await f.arrive([]);
    const { id } = await f.account();
    await give(id, 'admin');
    f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups: ['reviewers'] };
    const { back, cookies } = await f.web.goThere('platform');
    const { deps, clock } = f.web.t;
    const edit = { jobs: deps.jobs, id, edit: { role: 'member' as const }, now: clock.now };
    let arriving: ReturnType<typeof f.web.visit> | undefined;
    await inTransaction(deps.db, async (tx) => {
      await editUser(tx, { ...edit, editorId: f.admin.user?.id ?? '' });
      arriving = f.web.visit(pathOf(back), cookies);
      await untilBlocked(deps.pool);
    });
    const answer = await arriving;
    expect(await f.account()).toMatchObject({
      givenRole: 'member',
      claimedRole: 'moderator',
      role: 'moderator',
    });
    expect(await f.roleIn(answer?.cookies ?? {})).toBe('moderator');
    expect((await f.mails()).slice(-2)).toEqual(['admin_revoked_by_admin', 'moderator_granted_by_provider']);
  });
});
