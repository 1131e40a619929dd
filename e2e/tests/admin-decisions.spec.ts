import type { Page } from '@playwright/test';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import { addAdmin, callApi, decide, deleteApp, findApp, signUp } from '../api.ts';
import { expect, expectToast, failNext, queueOf, sizes, submitApps, test } from '../admin-page.ts';
import { desktop, newcomer, phone } from '../fixtures.ts';
import { makeUnreachable, setTimeSpent } from '../past.ts';

/** Returns the number of actions in the audit log. */
const countActs = async ({ request }: Page) =>
  (await request.get('/api/admin/audit-log')).headers()[TOTAL_COUNT_HEADER];

test('an admin sees totals, records and other tabs change right after a decision', async ({
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 500 .*\/apps\/decisions$/);
  const page = await openAdmin('/admin', desktop);
  const titles = await submitApps(page, ownWorld, 2);
  const [first = '', second = ''] = titles;
  await page.goto(queueOf(titles));
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const tab = (name: string) => page.getByRole('tab', { name });
  const waiting = page.getByRole('definition').nth(2);
  await tab('Apps').click();
  await expect(row(first)).toContainText('Pending');
  await tab('Stats').click();
  await expect(row(second)).toContainText('1 more pending');
  const before = Number(await waiting.textContent());

  const approve = row(first).getByRole('button', { name: 'Approve' });
  await failNext(page, '**/api/admin/apps/decisions', 'POST');
  // The refetch after the failure is still pending when the next decision is answered, and does not contain it.
  const decided = Promise.withResolvers<void>();
  await page.route(
    '**/api/admin/apps/pending?*',
    async (route) => {
      const response = await route.fetch();
      await decided.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await approve.click();
  await expectToast(page, 'Failed to update app status');
  await expect(waiting).toHaveText(String(before));
  await expect(row(second)).toContainText('1 more pending');

  const answered = page.waitForResponse('**/api/admin/apps/decisions');
  await approve.click();
  await answered;
  // Sooner than the poll of every minute.
  const readOf = () => page.waitForResponse('**/api/admin/apps/pending?*', { timeout: 30_000 });
  const late = readOf();
  decided.resolve();
  await late;
  await readOf();
  await expect(row(second)).toContainText('1 approved');
  await expect(waiting).toHaveText(String(before - 1));
  await tab('Apps').click();
  await expect(row(first)).toContainText('Approved');

  // A status set on the Apps tab is shown on the first tab.
  await row(second)
    .getByRole('button', { name: `Edit ${second}` })
    .click();
  await page.getByRole('dialog').getByLabel('Status').selectOption('Rejected');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'App updated successfully');
  await tab('Stats').click();
  await expect(waiting).toHaveText(String(before - 2));
  await expect(row(second)).toHaveCount(0);
});

for (const [size, options] of sizes) {
  test(`an admin sees that an app is unreachable for nine days, and why: ${size}`, {
    tag: '@thorough',
  }, async ({ openAdmin, ownWorld }) => {
    const page = await openAdmin('/admin', options);
    const titles = await submitApps(page, ownWorld, 1);
    const [title = ''] = titles;
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(async () => {
      await page.goto(queueOf(titles));
      await expect(row).toContainText('Can be embedded', { timeout: 10_000 });
    }).toPass();
    await makeUnreachable(ownWorld, title, 9);
    await page.reload();
    await expect(row).toContainText('Unreachable for 9 days');
    await expect(row).toContainText('Its server does not respond.');
    await expect(page.getByText('1 app has been unreachable for seven days or longer.')).toBeVisible();
    await page.getByRole('link', { name: 'Show it' }).click();
    await expect(page.getByLabel('Availability')).toHaveValue('flagged');
    await expect(page.getByText(/^Showing 1 of \d+ apps$/)).toBeVisible();
    await expect(row).toContainText('Unreachable for 9 days');
    await expect(row).toContainText('Its server does not respond.');
    await row.getByRole('button', { name: `Edit ${title}` }).click();
    const framing = page.getByRole('group', { name: 'Embedding' });
    await expect(framing).toContainText('Unreachable for 9 days');
    await expect(framing).toContainText('Its server does not respond.');
    await expect(framing).toContainText('Checked');
    // The next story counts one app too.
    await deleteApp(page, ownWorld.url, title);
  });
}

test('an admin saves without changes: nothing is logged, and newer values stay', {
  tag: '@thorough',
}, async ({ openAdmin, openContext, ownWorld, url }) => {
  const page = await openAdmin('/admin/apps', desktop);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
  const acts = await countActs(page);
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await expect(save).toBeVisible();
  await setTimeSpent(ownWorld, title, 61_005);
  await save.click();
  await expectToast(page, 'App updated successfully');
  await expect(page.getByRole('tabpanel')).toContainText('00:01:01:005');

  const member = await (await openContext(desktop)).newPage();
  const { email } = await signUp(member, url, newcomer('Nell'));
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Edit Nell/ }).click();
  await expect(save).toBeVisible();
  const { id: userId } = (await (await member.request.get('/api/auth/user')).json()) as { id: string };
  const data = { zapCount: 12, userId };
  await callApi(member, url, { method: 'PATCH', path: '/api/user/zap-count', data });
  await save.click();
  await expectToast(page, 'User updated successfully');
  await expect(page.getByRole('tabpanel')).toContainText('12 zaps');
  expect(await countActs(page)).toBe(acts);
});

test('an admin decides on several apps at once, undoes a mistake, and reads which colleague was faster', async ({
  openAdmin,
  openContext,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  const ben = await (await openContext(desktop)).newPage();
  await addAdmin(ben, ownWorld.url, { by: page, firstName: 'Ben' });
  const titles = await submitApps(page, ownWorld, 5);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = titles;
  await page.goto(queueOf(titles));
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const bar = page.getByRole('region', { name: 'Selected apps' });
  const messages = page.getByRole('region', { name: 'Notifications' });

  for (const title of [first, second]) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await expect(bar).toContainText('2 apps selected');
  await bar.getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('dialog', { name: 'Reject 2 apps' });
  await question.getByLabel('Reason').fill('Twice the same.');
  await question.getByRole('button', { name: 'Reject 2 apps' }).click();
  await expectToast(page, '2 apps rejected');
  await expect(row(first)).toHaveCount(0);
  await expect(row(second)).toHaveCount(0);
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect(messages).toContainText('Decision undone');
  await expect(row(first)).toBeVisible();
  await expect(row(second)).toBeVisible();

  // A decision on another app leaves the selection as it is; without it, the focus returns to the list.
  for (const title of [first, second]) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await row(fifth).getByRole('button', { name: 'Approve' }).click();
  await expect(row(fifth)).toHaveCount(0);
  await expect(bar).toContainText('2 apps selected');
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toHaveCount(0);
  await expect(row(first)).toBeFocused();

  // The keys act on the selection, also from the box that selects all.
  await page.getByRole('checkbox', { name: `Select ${first}` }).check();
  await page.getByRole('checkbox', { name: /^Select (all|the first) / }).focus();
  await page.keyboard.press('a');
  await expect(row(first)).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(row(first)).toBeVisible();

  // A restored app can be decided on and undone again with the keys.
  await row(first).focus();
  await page.keyboard.press('a');
  await expect(row(first)).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(row(first)).toBeVisible();

  // The page must not read the queue between Ben's decision and its own.
  await page.reload();
  await expect(row(third)).toBeVisible();
  const decided = Promise.withResolvers<void>();
  await page.route('**/api/admin/apps/pending?*', async (route) => {
    await decided.promise;
    await route.continue();
  });
  await decide(ben, ownWorld.url, (await findApp(ben, ownWorld.url, third)).id);
  await row(third).getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject app' }).click();
  decided.resolve();
  await expect(messages.getByRole('alert')).toContainText(`Ben has already approved “${third}”.`);
  await expect(row(third)).toHaveCount(0);
  await expect(row(fourth)).toBeVisible();
  expect((await findApp(ben, ownWorld.url, third)).status).toBe('approved');
});

test('an admin undoes several quick decisions by touch', { tag: '@thorough' }, async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', phone);
  const titles = await submitApps(page, ownWorld, 2);
  await page.goto(queueOf(titles));
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const messages = page.getByRole('region', { name: 'Notifications' });
  for (const title of titles) {
    await row(title).getByRole('button', { name: 'Approve' }).tap();
    await expect(row(title)).toHaveCount(0);
  }
  await messages.getByRole('button', { name: 'Undo', exact: true }).tap();
  await messages.getByRole('button', { name: 'Undo previous' }).tap();
  for (const title of titles) await expect(row(title)).toBeVisible();
  await expect(messages.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  for (const title of titles) expect((await findApp(page, ownWorld.url, title)).status).toBe('pending');
});

test('an admin decides on ten apps with ten key presses, even on a slow screen', {
  tag: '@thorough',
}, async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin', desktop);
  await page.goto(queueOf(await submitApps(page, ownWorld, 12)));
  const rows = page.getByRole('region', { name: 'Pending Approvals' }).locator('[data-row]');
  await expect(rows).not.toHaveCount(0);
  const decided: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/apps/decisions'))
      decided.push(...(request.postDataJSON() as { ids: string[] }).ids);
  });
  await rows.first().focus();
  // All ten keys before the screen has shown the first decision.
  await page.evaluate(() => {
    for (let press = 0; press < 10; press += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  });
  await expect.poll(() => new Set(decided).size).toBe(10);
  expect(decided).toHaveLength(10);
});

test('an admin sees the first decision on a phone, and no message covers the next one', {
  tag: '@thorough',
}, async ({ openAdmin, ownWorld }) => {
  for (const options of [phone, desktop]) {
    const page = await openAdmin('/admin', options);
    await submitApps(page, ownWorld, 3);
    await page.goto('/admin');
    const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('tab')).not.toHaveCount(0);
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
    await approve.click();
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    const isFree = await approve.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      // The corners are rounded.
      const spots = [
        [0.1, 0.5],
        [0.5, 0.1],
        [0.5, 0.5],
        [0.5, 0.9],
        [0.9, 0.5],
      ] as const;
      return spots.every(([across, down]) =>
        button.contains(document.elementFromPoint(x + across * width, y + down * height)),
      );
    });
    expect(isFree).toBe(true);
  }
});

test('a moderator picks a reason in their language, in the words of an admin', { tag: '@thorough' }, async ({
  openAdmin,
  openContext,
  ownWorld,
}) => {
  const page = await openAdmin('/admin/config/moderation', desktop);
  const label = `Too loud ${Date.now()}`;
  await page.getByRole('button', { name: 'Add a reason' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name', { exact: true }).fill(label);
  await sheet.getByLabel('Text', { exact: true }).fill('Turn it down.');
  await sheet.getByText('Other languages').click();
  await sheet.getByLabel('Language').selectOption('Deutsch');
  await sheet.getByLabel('Name in German').fill('Zu laut');
  await sheet.getByLabel('Text in German').fill('Mach sie leiser.');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Reason saved');

  const [title = ''] = await submitApps(page, ownWorld, 1);
  const german = await (await openContext({ ...desktop, locale: 'de-DE' })).newPage();
  await addAdmin(german, ownWorld.url, { by: page, firstName: 'Greta' });
  await german.goto(ownWorld.url + queueOf([title]));
  await german
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Ablehnen' })
    .click();
  const question = german.getByRole('dialog');
  await question.getByRole('button', { name: 'Zu laut' }).click();
  await expect(question.getByRole('textbox')).toHaveValue('Mach sie leiser.');
  await question.getByRole('button', { name: 'App ablehnen' }).click();
  await expect(german.getByText(`Status geändert: ${title} abgelehnt`).first()).toBeVisible();
  const { id } = await findApp(page, ownWorld.url, title);
  const read = await page.request.get(`/api/admin/apps/${id}`);
  expect(await read.json()).toMatchObject({ reviewReason: 'Turn it down.' });
});
