import { submitApp } from '@zapdeck/contract/apps/apps';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { clearHistory } from '@zapdeck/contract/feed/history';
import { recordInteraction, recordInteractions } from '@zapdeck/contract/feed/interactions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { firstViewsState } from '../../db/schema/first-views.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

let t: TestApp;
let appId: string;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  appId = (await t.addApp()).id;
  await addBudgets(t.deps.pool, 'id = $1', [appId]);
});

interface Budget {
  views: number;
  guests: number;
  due: Date | null;
  started: Date;
  finished: Date | null;
}

async function budget(id = appId): Promise<Budget> {
  const { rows } = await t.deps.pool.query<Budget>(
    `SELECT views, guest_views AS guests, due_at AS due, started_at AS started, finished_at AS finished
     FROM view_budgets WHERE app_id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error('The app has no budget');
  return rows[0];
}

const set = (change: string) =>
  t.deps.pool.query(`UPDATE view_budgets SET ${change} WHERE app_id = $1`, [appId]);

const setConfirmsEmails = (confirmsEmails: boolean) =>
  t.deps.db.update(firstViewsState).set({ confirmsEmails });

async function view(person: Person, ...ids: string[]): Promise<void> {
  const apps = ids.length > 0 ? ids : [appId];
  const interactions = apps.map((id) => ({
    appId: id,
    interactionType: 'view' as const,
    duration: 1_000,
  }));
  const body = { interactions, batchId: newId() };
  expect((await t.call(recordInteractions, { body }, person)).status).toBe(201);
}

describe('a first view', () => {
  test('counts once per person, even after an hour and after clearing the history', async () => {
    const member = await t.person('member');
    await view(member);
    await view(member);
    t.clock.advance(3_600_000);
    await view(member);
    await t.call(clearHistory, { body: { dealAgain: true } }, member);
    await view(member);
    expect(await budget()).toMatchObject({ views: 1, guests: 0, finished: null });
    await view(await t.person('member'));
    expect((await budget()).views).toBe(2);
  });

  test('moves the time at which the next one is due', async () => {
    await view(await t.person('member'));
    const { due, started } = await budget();
    expect((due?.getTime() ?? 0) - started.getTime()).toBe(1_296_000);
  });

  test('does not count for the maker', async () => {
    const maker = await t.person('member');
    await t.deps.pool.query('UPDATE apps SET submitted_by = $2 WHERE id = $1', [appId, maker.user?.id]);
    await view(maker);
    expect((await budget()).views).toBe(0);
  });

  test('does not count for a person who viewed the app before the budget started', async () => {
    const [member, guest] = [await t.person('member'), await t.person('guest')];
    await set('due_at = NULL, paused_at = now()');
    await view(member);
    await view(guest);
    await set('due_at = now(), paused_at = NULL');
    t.clock.advance(3_600_000);
    await view(member);
    await view(guest);
    await t.call(clearHistory, { body: { dealAgain: true } }, member);
    await view(member);
    expect((await budget()).views).toBe(0);
  });

  test('counts as a guest’s while the address must be confirmed, and not again afterwards', async () => {
    const account = await t.person('member', { mustConfirmEmail: true, emailVerifiedAt: null });
    await view(account);
    await view(account);
    expect(await budget()).toMatchObject({ views: 1, guests: 1 });
    expect((await t.readApp(appId)).views).toBe(0);
    t.clock.advance(60_000);
    await t.deps.pool.query('UPDATE users SET email_verified_at = $2 WHERE id = $1', [
      account.user?.id,
      t.clock.now,
    ]);
    await view(account);
    expect(await budget()).toMatchObject({ views: 1, guests: 1 });
    expect((await t.readApp(appId)).views).toBe(1);
  });

  test('does not count again for a member who viewed the app as a guest', async () => {
    const guest = await t.person('guest');
    await set('guest_views = guests_max, views = guests_max');
    await view(guest);
    t.clock.advance(60_000);
    const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
    const body = { email: 'guest@example.org', firstName: 'Robin', lastName: '', ...password };
    const { status, setCookie } = await t.call(signup, { body }, guest);
    expect(status).toBe(201);
    const member = { ...guest, cookies: setCookie };
    await view(member);
    expect(await budget()).toMatchObject({ views: 30, guests: 30 });
    const { id } = await t.addApp();
    await addBudgets(t.deps.pool, 'id = $1', [id]);
    await view(member, id);
    expect(await budget(id)).toMatchObject({ views: 1, guests: 0 });
  });

  test('counts after a second, so a skip does not count but the view after it does', async () => {
    const member = await t.person('member');
    const body = { appId, interactionType: 'skip', duration: 400 } as const;
    await t.call(recordInteraction, { body }, member);
    expect((await budget()).views).toBe(0);
    await view(member);
    expect((await budget()).views).toBe(1);
  });

  test('counts guests by session, at most thirty of a hundred', async () => {
    const guest = await t.person('guest');
    await view(guest);
    await view(guest);
    expect(await budget()).toMatchObject({ views: 1, guests: 1 });
    await set('views = 40, guest_views = 29');
    await view(await t.person('guest'));
    await view(await t.person('guest'));
    expect(await budget()).toMatchObject({ views: 41, guests: 30 });
    await view(await t.person('member'));
    expect(await budget()).toMatchObject({ views: 42, guests: 30 });
  });

  test('counts an unconfirmed account within the limit of guests if the instance sends mails', async () => {
    await set('views = 40, guest_views = 29');
    await setConfirmsEmails(true);
    const later = await t.person('member');
    for (const person of [await t.person('member'), later, await t.person('guest')]) await view(person);
    expect(await budget()).toMatchObject({ views: 41, guests: 30 });
    await view(await t.person('member', { emailVerifiedAt: t.clock.now }));
    expect(await budget()).toMatchObject({ views: 42, guests: 30 });
    await t.deps.pool.query('UPDATE users SET email_verified_at = created_at WHERE id = $1', [
      later.user?.id,
    ]);
    t.clock.advance(3_600_000);
    await view(later);
    expect(await budget()).toMatchObject({ views: 42, guests: 30 });
    await setConfirmsEmails(false);
    await view(await t.person('member'));
    expect(await budget()).toMatchObject({ views: 43, guests: 30 });
  });

  test('counts once if a batch contains the app several times, even with false ages', async () => {
    const member = await t.person('member');
    await view(member, appId, appId, appId);
    const interaction = { appId, interactionType: 'view', duration: 1_800_000 } as const;
    const late = { interactions: [interaction], batchId: newId(), ageMs: 1e15 };
    expect((await t.call(recordInteractions, { body: late }, member)).status).toBe(201);
    expect((await t.call(recordInteraction, { body: interaction }, member)).body).toEqual({ counted: false });
    expect(await budget()).toMatchObject({ views: 1, guests: 0 });
  });

  test('counts for each app in a batch', async () => {
    const { id } = await t.addApp();
    await addBudgets(t.deps.pool, 'id = $1', [id]);
    await view(await t.person('member'), id, appId);
    expect([(await budget()).views, (await budget(id)).views]).toEqual([1, 1]);
  });
});

test('the hundredth view completes a budget, and concurrent later ones do not count', async () => {
  await set('views = 90');
  const people = await Promise.all(
    Array.from({ length: 30 }, (_, index) => t.person(index % 3 === 0 ? 'guest' : 'member')),
  );
  await Promise.all(people.map((person) => view(person)));
  const { views, due, finished } = await budget();
  expect({ views, due }).toEqual({ views: 100, due: null });
  expect(finished?.getTime()).toBe(t.clock.now.getTime());
  const { rows } = await t.deps.pool.query(
    'SELECT count(*)::int AS count FROM first_views JOIN view_budgets ON id = budget_id WHERE app_id = $1',
    [appId],
  );
  expect(rows).toEqual([{ count: 10 }]);
});

test.each([
  [100, 30],
  [50, 15],
])(
  'of %i views, exactly %i can be by guests and unconfirmed accounts, even concurrently',
  async (wanted, most) => {
    await set(`wanted = ${wanted}, guests_max = ${most}, guest_views = ${most - 4}, views = ${most - 4}`);
    await setConfirmsEmails(true);
    const emailVerifiedAt = t.clock.now;
    const people = await Promise.all(
      Array.from({ length: 10 }, () => [
        t.person('guest'),
        t.person('member'),
        t.person('member', { emailVerifiedAt }),
      ]).flat(),
    );
    await Promise.all(people.map((person) => view(person)));
    expect(await budget()).toMatchObject({ views: most + 10, guests: most });
    await setConfirmsEmails(false);
  },
);

test('does not count a view that waited for the last one', async () => {
  await set('views = 99');
  const [last, late] = [await t.person('guest'), await t.person('guest')];
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT count_first_views($1, true, now(), $2)', [last.user?.id, [appId]]);
    const waiting = view(late);
    await untilBlocked(t.deps.pool);
    await client.query('COMMIT');
    await waiting;
  } finally {
    client.release();
  }
  expect(await budget()).toMatchObject({ views: 100, guests: 1 });
});

test('a submitted app gets a budget, whose clock starts with the approval', async () => {
  const listing = { title: 'New', description: 'New', category: 'Games', tags: [] } as const;
  const body = { ...listing, tags: [], url: 'https://new.example.org/' };
  const { id } = (await t.call(submitApp, { body }, await t.person('member'))).body;
  expect(await budget(id)).toMatchObject({ views: 0, started: null, due: null });
  // A check of the page could find it unreachable, which pauses the clock.
  await t.deps.pool.query("UPDATE apps SET status = 'approved', frame_status = 'ok' WHERE id = $1", [id]);
  const { started, due } = await budget(id);
  expect(due).toEqual(started);
  expect(Date.now() - started.getTime()).toBeLessThan(10_000);
});
