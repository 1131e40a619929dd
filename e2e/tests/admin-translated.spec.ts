import { logIn } from '../api.ts';
import { expect, queueOf, submitApps, test } from '../admin-page.ts';
import { desktop } from '../fixtures.ts';
import { translated, translatePages } from '../translator.ts';
import { admin } from '../world.ts';

test('an admin works with a translated dashboard', async ({ openContext, ownWorld, url }) => {
  const context = await openContext(desktop);
  await translatePages(context);
  const page = await context.newPage();
  await logIn(page, url, admin);
  const titles = await submitApps(page, ownWorld, 3);
  const [first = '', second = '', third = ''] = titles;
  await page.goto(queueOf(titles));
  const queue = page.getByRole('region', { name: translated('Pending Approvals') });
  const row = (title: string) => queue.getByRole('listitem').filter({ hasText: title });
  const button = (name: string) => page.getByRole('button', { name: translated(name), exact: true });
  const pending = queue.getByText(/^«\d+ pending»$/);
  await expect(row(first)).toBeVisible();
  const before = Number((await pending.textContent())?.replaceAll(/\D/g, ''));

  await test.step('decisions change the queue and its count', async () => {
    await row(first)
      .getByRole('button', { name: translated('Approve') })
      .click();
    await expect(pending).toHaveText(translated(`${before - 1} pending`));
    await button('Undo').click();
    await expect(pending).toHaveText(translated(`${before} pending`));
    await row(first)
      .getByRole('button', { name: translated('Approve') })
      .click();
    await expect(pending).toHaveText(translated(`${before - 1} pending`));
    await row(second)
      .getByRole('button', { name: translated('Reject') })
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox').first().fill('It does not load.');
    await sheet.getByRole('button', { name: translated('Reject app') }).click();
    await expect(row(second)).toHaveCount(0);
    await row(third).getByRole('checkbox').check();
    await expect(page.getByText(translated('1 app selected'))).toBeVisible();
    await row(third).getByRole('checkbox').uncheck();
  });

  await test.step('all tabs open, and lists follow their search', async () => {
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
      const search = page.getByRole('tabpanel').getByRole('searchbox').first();
      if ((await search.count()) === 0) continue;
      await search.fill('nothing is called that');
      await search.fill('');
    }
  });
});
