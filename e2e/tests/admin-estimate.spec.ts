import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { ESTIMATE_PEOPLE_MIN } from '@zapdeck/contract/previews';
import { expect, rejectNext, sizes, test } from '../admin-page.ts';
import { callApi, signUp, vote } from '../api.ts';

/** Opens the deck as a new member, looks at ten cards and likes the first three. */
async function visitFeed(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url });
  await signUp(context, url);
  const answer = await context.request.get('/api/apps');
  const apps = ((await answer.json()) as { id: string }[]).slice(0, 10);
  const interactions = apps.map(({ id: appId }) => ({ appId, interactionType: 'view', duration: 1_000 }));
  const cursor = answer.headers()[NEXT_CURSOR_HEADER];
  const data = { batchId: randomUUID(), interactions, cursor };
  await callApi(context, url, { method: 'POST', path: '/api/interactions/batch', data });
  for (const { id } of apps.slice(0, 3)) await vote(context, url, id);
  await context.close();
}

const estimate = (page: Page) => page.getByRole('region', { name: 'Estimated likes' });

for (const [size, options, tag] of sizes) {
  test(`an admin sees how unsaved settings would change the likes: ${size}`, { tag }, async ({
    openAdmin,
    pageErrors,
    url,
  }) => {
    pageErrors.expect(/ 404 .*\/like-estimate/);
    const page = await openAdmin('/admin/config', options);
    const browser = page.context().browser() as Browser;
    const open = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(estimate(page)).toBeVisible();
    };
    const close = async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };

    await test.step('settings in force have no estimate', async () => {
      await open('Preview rankings');
      await expect(estimate(page)).toContainText('These settings are in force');
      await close();
    });

    await test.step('with few members there is too little data', async () => {
      await visitFeed(browser, url);
      await page.getByLabel('Upvote weight', { exact: true }).fill('-10');
      await open('Preview rankings');
      await expect(estimate(page)).toContainText('There is too little data to estimate likes.');
      await close();
    });

    await test.step('weights that put disliked apps first bring fewer likes', async () => {
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          for (let left = ESTIMATE_PEOPLE_MIN / 5; left > 0; left -= 1) await visitFeed(browser, url);
        }),
      );
      await page.getByLabel('Upvote weight', { exact: true }).fill('-11');
      await rejectNext(page, '**/api/admin/like-estimate?*', 'Not now');
      await open('Preview rankings');
      await estimate(page).getByRole('button', { name: 'Try again' }).click();
      await expect(estimate(page)).toContainText(/About \d+(\.\d)?% fewer likes/);
      await expect(estimate(page)).toContainText(/Likely between .* fewer and .* \(95% interval\)\./);
      await expect(estimate(page)).toContainText('people would have looked at as many cards');
      await close();
    });

    await test.step('the preview of the feed has an estimate for its parameters, in the deck Best', async () => {
      await page.getByLabel('Max Diversity Pool', { exact: true }).fill('500');
      await open('Preview feed');
      await expect(estimate(page)).toContainText('No change in likes');
      await expect(estimate(page)).toContainText('the same cards would have been shown');
      await page.getByLabel('Deck', { exact: true }).selectOption('new');
      await expect(estimate(page)).toContainText('Likes are estimated for the deck Best only.');
    });
  });
}
