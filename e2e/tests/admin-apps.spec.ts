import { callApi, findApp } from '../api.ts';
import { expect, expectToast, failNext, rejectNext, sizes, submitApps, test } from '../admin-page.ts';
import { phone } from '../fixtures.ts';

for (const [size, options, tag] of sizes) {
  test(`an admin searches, filters and sorts apps, and sees their numbers: ${size}`, { tag }, async ({
    openAdmin,
    ownWorld,
  }) => {
    const page = await openAdmin('/admin/apps', options);
    const [title = ''] = await submitApps(page, ownWorld, 1);
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await page.getByRole('searchbox', { name: 'Search by title or URL' }).fill(title);
    await expect(page.getByText(/^Showing 1 of \d+ apps$/)).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(title);
    await expect(rows).toContainText('Pending');
    await expect(rows).toContainText('Mia');
    await expect(rows.getByText('00:00:00:001')).toBeVisible();
    // The picture of an app, or its drawn cover.
    await expect(rows.locator('.dash-main svg').first()).toBeVisible();
    await expect(rows.getByRole('link', { name: `Open ${title} in a new tab` })).toHaveAttribute(
      'target',
      '_blank',
    );
    await page.getByLabel('Status').selectOption('Approved');
    await expect(page.getByText(/^Showing 0 of \d+ apps$/)).toBeVisible();
    await expect(page).toHaveURL(/search=.*status=approved/);
    await page.getByRole('button', { name: 'Show all apps' }).click();
    await expect(page.getByText(/^Showing (\d+) of \1 apps$/)).toBeVisible();

    await page.getByLabel('Sort by').selectOption('Created Date');
    await expect(rows.first()).toContainText(title);
    await expect(rows.first()).toContainText('1');
    await page.reload();
    await expect(page.getByLabel('Sort by')).toHaveValue('createdAt');
    await expect(rows.first()).toContainText(title);
  });

  test(`an admin edits the time and status of an app, and the time stays at least 1: ${size}`, {
    tag,
  }, async ({ openAdmin, ownWorld, pageErrors }) => {
    pageErrors.expect(/ 500 .*\/admin\/apps\//, / 404 .*\/admin\/apps\//);
    const page = await openAdmin('/admin/apps', options);
    const [title = ''] = await submitApps(page, ownWorld, 1);
    await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
    const row = page.getByRole('tabpanel').getByRole('listitem');
    const dialog = page.getByRole('dialog', { name: `Edit ${title}` });
    const edit = async (time: string, leaves: string) => {
      await row.getByRole('button', { name: `Edit ${title}` }).click();
      await dialog.getByLabel('Time spent').fill(time);
      await dialog.getByLabel('Time spent').blur();
      await dialog.getByLabel('Status').selectOption('Approved');
      await expect(dialog.getByLabel('Time spent')).toHaveValue(leaves);
    };
    for (const typed of ['soon', '0', '-5', '']) {
      await edit(typed, '1');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }

    await edit('3723004', '3723004');
    await failNext(page, '**/api/admin/apps/*', 'PATCH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Failed to update app');
    await expect(dialog).toBeVisible();
    await rejectNext(page, '**/api/admin/apps/*', 'This app does not exist.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'This app does not exist.', true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'App updated successfully');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('01:02:03:004');
    await expect(row).toContainText('Approved');
  });

  test(`an admin gives a reason with a rejection in the edit dialog: ${size}`, { tag }, async ({
    openAdmin,
    ownWorld,
  }) => {
    const page = await openAdmin('/admin/apps', options);
    const [title = ''] = await submitApps(page, ownWorld, 1);
    await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
    const dialog = page.getByRole('dialog', { name: `Edit ${title}` });
    const open = () => page.getByRole('button', { name: `Edit ${title}` }).click();
    const set = async (status: string) => {
      await dialog.getByLabel('Status').selectOption(status);
      await expect(dialog.getByText('We email the maker about it.')).toHaveCount(
        status === 'Pending' ? 0 : 1,
      );
    };
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
    };
    await open();
    await expect(dialog.getByLabel('Reason')).toHaveCount(0);
    await set('Rejected');
    await dialog.getByLabel('Reason').fill('It does not load.');
    await save();
    await open();
    await expect(dialog.getByLabel('Reason')).toHaveValue('It does not load.');
    await set('Pending');
    await save();
    await open();
    await set('Rejected');
    await expect(dialog.getByLabel('Reason')).toHaveValue('');
  });
}

test('an admin changes the picture of an app, then saves the same dialog', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin/apps', phone);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  const { id } = await findApp(page, ownWorld.url, title);
  const picture = {
    method: 'PUT',
    path: `/api/admin/apps/${id}/picture`,
    data: { isAllowed: false },
  } as const;
  await callApi(page, ownWorld.url, picture);
  await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${title}` });
  await dialog.getByLabel('Time spent').fill('61005');
  await dialog.getByRole('button', { name: 'Allow a picture' }).click();
  await expectToast(page, 'Looking for a picture again');
  await expect(dialog.getByLabel('Time spent')).toHaveValue('61005');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'App updated successfully');
  await expect(page.getByRole('tabpanel')).toContainText('00:01:01:005');
});

test('an admin still sees the message after its dialog has closed', async ({ openAdmin, ownWorld }) => {
  const page = await openAdmin('/admin/apps', phone);
  const [title = ''] = await submitApps(page, ownWorld, 1);
  await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
  const dialog = page.getByRole('dialog', { name: `Edit ${title}` });
  const messages = page.locator('body > section', { hasText: 'App updated successfully' });
  // Repeated, because the order of the close event and the removal of the dialog varies.
  for (let round = 1; round <= 5; round += 1) {
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'App updated successfully');
    await expect(dialog).toHaveCount(0);
    await expect(messages).toBeVisible();
    await messages.getByRole('button', { name: 'Dismiss' }).click();
    // Leaving the toast while it fades does not keep it.
    await page.mouse.move(1, 1);
    await expect(messages).toHaveCount(0);
  }
});
