import { onDataFolder } from '@zapdeck/server/testing/seed-catalogue';
import { expect, expectToast, failNext, sizes, submitApps, test } from '../admin-page.ts';
import { desktop, newcomer, signUp } from '../fixtures.ts';
import type { World } from '../world.ts';

const ask = async (world: World, text: string, values: unknown[] = []) =>
  (await onDataFolder(world.dataFolder, (client) => client.query(text, values))).rows[0];

const countActs = async (world: World) => (await ask(world, 'SELECT count(*) FROM audit_log')).count;

test('numbers, records and the other tabs follow a decision at once', async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin', desktop);
  const [first = '', second = ''] = await submitApps(page, ownWorld, 2);
  await page.reload();
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const tab = (name: string) => page.getByRole('tab', { name });
  const waiting = page.getByRole('definition').nth(2);
  await tab('Apps').click();
  await expect(row(first)).toContainText('Pending');
  await tab('Stats').click();
  await expect(row(second)).toContainText('1 more pending');
  const before = Number(await waiting.textContent());

  const approve = row(first).getByRole('button', { name: 'Approve' });
  await failNext(page, '**/api/admin/apps/*/status', 'PATCH');
  await approve.click();
  await expectToast(page, 'Failed to update app status');
  await expect(waiting).toHaveText(String(before));
  await expect(row(second)).toContainText('1 more pending');

  await approve.click();
  await expect(row(second)).toContainText('1 approved');
  await expect(waiting).toHaveText(String(before - 1));
  await tab('Apps').click();
  await expect(row(first)).toContainText('Approved');

  // And the other way round: what is set on the Apps tab stands on the first screen.
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
  test(`an app that nobody reaches for nine days is shown as such, with the reason: ${size} @thorough`, async ({
    openAdmin,
    ownWorld,
    watch,
  }) => {
    const page = watch(await openAdmin('/admin', options));
    const [title = ''] = await submitApps(page, ownWorld, 1);
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('Can be framed', { timeout: 1_000 });
    }).toPass();
    await ask(
      ownWorld,
      `UPDATE apps SET frame_status = 'unreachable', frame_reason = 'Nobody answers at its address',
         unreachable_since = now() - interval '9 days' WHERE title = $1`,
      [title],
    );
    await page.reload();
    await expect(row).toContainText('Unreachable for 9 days');
    await expect(row).toContainText('Nobody answers at its address.');
    await expect(page.getByText('1 app has been unreachable for seven days or longer.')).toBeVisible();
    await page.getByRole('link', { name: 'Show it' }).click();
    await expect(page.getByLabel('Availability')).toHaveValue('flagged');
    await expect(page.getByText(/^Showing 1 of \d+ apps$/)).toBeVisible();
    await expect(row).toContainText('Unreachable for 9 days');
    await expect(row).toContainText('Nobody answers at its address.');
    await row.getByRole('button', { name: `Edit ${title}` }).click();
    const framing = page.getByRole('group', { name: 'Framing' });
    await expect(framing).toContainText('Unreachable for 9 days');
    await expect(framing).toContainText('Nobody answers at its address.');
    await expect(framing).toContainText('Checked');
    await ask(ownWorld, 'DELETE FROM apps WHERE title = $1', [title]);
  });
}

test('a save that changes nothing writes nothing down, and takes nothing back @thorough', async ({
  openAdmin,
  openContext,
  ownWorld,
  url,
}) => {
  const page = await openAdmin('/admin/apps', desktop);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
  const acts = await countActs(ownWorld);
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await expect(save).toBeVisible();
  // Meanwhile somebody spends time with it.
  await ask(ownWorld, 'UPDATE apps SET time_spent = 61005 WHERE title = $1', [title]);
  await save.click();
  await expectToast(page, 'App updated successfully');
  await expect(page.getByRole('tabpanel')).toContainText('00:01:01:005');

  const { email } = await signUp(await (await openContext(desktop)).newPage(), url, newcomer('Nell'));
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Edit Nell/ }).click();
  await expect(save).toBeVisible();
  await ask(ownWorld, 'UPDATE users SET zap_count = 12 WHERE email = $1', [email]);
  await save.click();
  await expectToast(page, 'User updated successfully');
  await expect(page.getByRole('tabpanel')).toContainText('12 zaps');
  expect(await countActs(ownWorld)).toBe(acts);
});
