import { randomBytes } from 'node:crypto';
import { decide, logIn, signUp, submitApp } from '../api.ts';
import { desktop, expect, newcomer, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

test('a maker finds one of many apps, and opens the settings', async ({ openContext, url, foreignUrl }) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url, newcomer('Mira'));
  const ids: string[] = [];
  for (let number = 1; number <= 13; number += 1) {
    const { id } = await submitApp(page, url, {
      title: number === 5 ? 'Tea Timer' : `Small Tool ${number}`,
      url: `${foreignUrl}/tool/${randomBytes(6).toString('hex')}`,
    });
    ids.push(id);
  }
  const desk = await (await openContext(desktop)).newPage();
  await logIn(desk, url, admin);
  await decide(desk, url, ids[6], { status: 'rejected', reason: 'It never starts.' });

  await page.goto('/profile');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const chip = (name: string) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name });

  await test.step('the list has pages and totals', async () => {
    await expect(page.getByText('Showing 12 of 13')).toBeVisible();
    await expect(page.getByText('Apps', { exact: true }).locator('..')).toContainText('13');
    await expect(cards).toHaveCount(12);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(4_500);
    await page.getByRole('button', { name: 'Show more' }).tap();
    await expect(cards).toHaveCount(13);
  });

  await test.step('search and status filter the list, and Back from an app keeps both', async () => {
    await chip('Rejected 1').tap();
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('It never starts.');
    await cards.getByRole('link', { name: 'Small Tool 7', exact: true }).tap();
    await expect(page).toHaveURL(/\/my-app\?app=/);
    await page.goBack();
    await expect(chip('Rejected 1')).toHaveAttribute('aria-pressed', 'true');
    await expect(cards).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search your apps' }).fill('tea');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await chip('All 13').tap();
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('Tea Timer');
  });

  await test.step('the settings open and lead back', async () => {
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Account settings' }).tap();
    await expect(page).toHaveURL('/settings');
    await expect(page).toHaveTitle('Account settings · Zapdeck');
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).tap();
    await expect(page).toHaveURL('/profile');
  });
});
