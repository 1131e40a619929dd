import type { Page } from '@playwright/test';
import { callApi, logIn, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

const tokensOf = (page: Page) => page.getByRole('region', { name: 'API tokens' });

for (const device of [phone, desktop]) {
  const width = device.viewport?.width ?? 0;
  test(`a member creates a token, which works until it is revoked (${width} px)`, async ({
    openContext,
    url,
    request,
  }) => {
    const context = await openContext(device);
    await signUp(context, url);
    const page = await context.newPage();
    await page.goto('/settings');
    await expect(page.getByText('You have no tokens.')).toBeVisible();
    await page.getByRole('button', { name: 'Create token' }).click();

    const dialog = page.getByRole('dialog', { name: 'New API token' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('Please enter a name')).toBeVisible();
    await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
    await expectNoFindings(page, 'the form of a new token');
    await dialog.getByLabel('Name').fill('Build server');
    await dialog.getByRole('checkbox', { name: 'Read your apps' }).check();
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await dialog.getByRole('button', { name: 'Create token' }).click();

    const created = page.getByRole('dialog', { name: 'Your API token' });
    const token = await created.getByLabel('Token', { exact: true }).inputValue();
    expect(token).toMatch(/^zap_[\w-]{43}$/);
    await created.getByRole('button', { name: 'Copy token' }).click();
    await expect(page.getByText('Token copied')).toBeVisible();
    await expectNoFindings(page, 'a new token');
    await created.getByRole('button', { name: 'Done' }).click();

    const row = tokensOf(page).getByRole('listitem').filter({ hasText: 'Build server' });
    await expect(row.getByText('Not used yet')).toBeVisible();
    const headers = { authorization: `Bearer ${token}` };
    const useToken = async () => (await request.get(`${url}/api/user/apps`, { headers })).status();
    expect(await useToken()).toBe(200);
    await page.reload();
    await expect(row.getByText('Last used on')).toBeVisible();

    await row.getByRole('button', { name: 'Revoke Build server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Token revoked')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await useToken()).toBe(401);
  });
}

test('an admin chooses among all permissions, and a day at most a year ahead', async ({
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/ 400 .*\/api\/tokens$/);
  const context = await openContext(phone);
  await logIn(context, url, admin);
  const data = { name: 'Old reports', scopes: ['review:read', 'admin:read'], expiresAt: inDays(1) };
  await callApi(context, url, { method: 'POST', path: '/api/tokens', data });
  const page = await context.newPage();
  await page.clock.setFixedTime(inDays(2));
  await page.goto('/settings');
  const row = tokensOf(page).getByRole('listitem').filter({ hasText: 'Old reports' });
  await expect(row.getByText('Expired', { exact: true })).toBeVisible();
  await expect(row.getByRole('listitem')).toHaveText(['Read as a moderator', 'Read as an admin']);

  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(7);
  await dialog.getByLabel('Name').fill('Nightly');
  await dialog.getByRole('checkbox', { name: 'Change settings and apps as an admin' }).check();
  await dialog.getByLabel('Expires').selectOption('On a day that I choose');
  await dialog.getByLabel('Last day').fill('2199-01-01');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('At most 366 days ahead')).toBeVisible();
  await expect(dialog.getByLabel('Last day')).toBeFocused();
});
