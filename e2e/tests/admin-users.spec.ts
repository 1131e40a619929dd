import { browseAsGuest, signUp } from '../api.ts';
import { expect, expectToast, failNext, rejectNext, sizes, test } from '../admin-page.ts';
import { desktop, newcomer } from '../fixtures.ts';
import { admin } from '../world.ts';

for (const [size, options, tag] of sizes) {
  test(`an admin finds and edits users, but not their own role: ${size}`, { tag }, async ({
    openAdmin,
    openContext,
    url,
    pageErrors,
  }) => {
    pageErrors.expect(/ 500 .*\/admin\/users\//);
    const someone = await signUp(await (await openContext(desktop)).newPage(), url, newcomer('Wilhelmina'));
    const page = await openAdmin('/admin/users', options);
    const cards = page.getByRole('tabpanel').getByRole('listitem');
    const search = page.getByRole('searchbox', { name: 'Search by name or email' });
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
    await search.fill(someone.email.toUpperCase());
    await expect(page.getByText(/^Showing 1 of \d+ users$/)).toBeVisible();
    await expect(cards).toContainText(someone.email);
    await expect(cards).toContainText('Email · 0 zaps');
    await page.getByLabel('Role').selectOption('Admins Only');
    await expect(page.getByText(/^Showing 0 of \d+ users$/)).toBeVisible();
    await page.getByLabel('Role').selectOption('Regular Users');
    await page.getByLabel('Provider').selectOption('Google');
    await expect(page.getByText(/^Showing 0 of \d+ users$/)).toBeVisible();
    await page.getByLabel('Provider').selectOption('Email');
    await expect(cards).toHaveCount(1);

    await cards.getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog');
    // A closed sheet drops typed text.
    await dialog.getByLabel('First name').fill('Nobody');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await cards.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog.getByLabel('First name')).toHaveValue('Wilhelmina');
    const zaps = dialog.getByLabel('Zap Count');
    for (const typed of ['many', '-3', '']) {
      await zaps.fill(typed);
      await zaps.blur();
      await expect(zaps).toHaveValue('0');
    }
    await zaps.fill('41');
    await dialog.getByLabel('First name').fill('Mina');
    await dialog.getByLabel('Last name').fill('Murray');
    await dialog.getByLabel('Role').selectOption('Admin');
    await failNext(page, '**/api/admin/users/*', 'PATCH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Failed to update user');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'User updated successfully');
    // A closing sheet ignores typing.
    await expect(dialog).toHaveCount(0);
    await page.getByLabel('Role').selectOption('Admins Only');
    await expect(cards).toContainText('Mina Murray');
    await expect(cards).toContainText('Admin');
    await expect(cards).toContainText('41 zaps');

    await search.fill(admin.email);
    await expect(cards).toContainText(admin.email);
    await cards.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog.getByText('Cannot modify your own admin status')).toBeVisible();
    await expect(dialog.getByLabel('Role')).toBeDisabled();
  });
}

test('an admin sees that a guest can have no role, and reads the error of the server', async ({
  openAdmin,
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 404 .*\/admin\/users\//);
  const guest = await (await openContext(desktop)).newPage();
  await browseAsGuest(guest, url);
  const page = await openAdmin('/admin/users', desktop);
  const card = page.getByRole('listitem').filter({ hasText: 'No email' }).first();
  await card.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Role')).toBeDisabled();
  await expect(dialog.getByText('A guest has no role')).toBeVisible();
  await rejectNext(page, '**/api/admin/users/*', 'This user does not exist.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'This user does not exist.', true);
});
