import type { Route } from '@playwright/test';
import { desktop } from '../fixtures.ts';
import { expect, expectToast, test } from '../admin-page.ts';

test('a confirmation that the browser closes while it works can be opened again', async ({
  openAdmin,
  ownWorld,
}) => {
  const page = await openAdmin('/admin', desktop);
  const host = `rule-${Date.now()}.example`;
  await page.request.put(`/api/admin/hosts/${host}`, {
    headers: { origin: ownWorld.url },
    data: { rule: 'blocked' },
  });
  await page.goto('/admin/hosts');
  const remove = page.getByRole('button', { name: `Remove ${host}` });
  const dialog = page.getByRole('dialog', { name: `Remove the rule for ${host}?` });
  await remove.click();
  const held = Promise.withResolvers<void>();
  const fail = async (route: Route) => {
    await held.promise;
    await route.fulfill({ status: 500, body: '' });
  };
  await page.route('**/api/admin/hosts/*', fail, { times: 1 });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('button', { name: 'Removing...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  // A browser lets a page refuse a few close requests only. Then it closes the dialog itself.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  held.resolve();
  await expectToast(page, 'Failed to remove the rule');

  await remove.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toHaveCount(0);
});
