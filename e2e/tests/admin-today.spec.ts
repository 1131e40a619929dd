import type { Page } from '@playwright/test';
import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { type Caller, callApi, decide, findApp } from '../api.ts';
import { desktop } from '../fixtures.ts';

const DAY_MS = 24 * 3_600_000;
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the row of the day in the calendar, counted from today. */
const row = (page: Page, days: number) =>
  page.getByRole('region', { name: 'App of the day' }).getByRole('listitem').nth(days);

async function openDay(page: Page, days: number): Promise<void> {
  await row(page, days)
    .getByRole('button', { name: /^Set the app of/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function choose(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'App' }).fill(title);
  await dialog.getByRole('radio', { name: title, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
}

async function setDay(caller: Caller, url: string, days: number, title: string | null): Promise<void> {
  const appId = title === null ? null : (await findApp(caller, url, title)).id;
  await callApi(caller, url, { method: 'PUT', path: `/api/admin/today/${dateIn(days)}`, data: { appId } });
}

for (const [size, options] of sizes) {
  test(`an admin sets the app of a day, changes it, and leaves it to Zapdeck: ${size}`, async ({
    openAdmin,
    url,
  }) => {
    const page = await openAdmin('/admin/config', options);
    await setDay(page, url, 2, null);
    await page.reload();
    await openDay(page, 2);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByText('Please choose an app')).toBeVisible();
    await choose(page, 'Tiny Piano');
    await expectToast(page, 'App of the day set');
    await expect(row(page, 2)).toContainText('Tiny Piano');
    await openDay(page, 2);
    await expect(page.getByRole('radio', { name: 'Tiny Piano' })).toBeChecked();
    await choose(page, 'Wave Cube');
    await expect(row(page, 2)).toContainText('Wave Cube');
    await openDay(page, 2);
    await page.getByRole('button', { name: 'Let Zapdeck choose' }).click();
    await expectToast(page, 'Zapdeck chooses the app of this day');
    await expect(row(page, 2)).toContainText('Chosen by Zapdeck');
  });
}

test('an admin sets the app of today, and visitors see it at once', async ({ openAdmin, openContext }) => {
  const page = await openAdmin('/admin/config', desktop);
  await openDay(page, 0);
  await choose(page, 'Night Sky');
  await expect(row(page, 0)).toContainText('Night Sky');
  const visitor = await (await openContext(desktop)).newPage();
  await visitor.goto('/today');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Night Sky' })).toBeVisible();
});

test('an admin sees which app Zapdeck would choose next, and why', async ({ openAdmin, url }) => {
  const page = await openAdmin('/admin/config', desktop);
  await setDay(page, url, 1, null);
  await page.reload();
  await expect(row(page, 1)).toContainText(/Right now Zapdeck would choose “.+”, the best of Trending/);
});

test('an admin sets a later day, and reads what is wrong with a day that cannot be set', async ({
  openAdmin,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/api\/admin\/today/);
  const page = await openAdmin('/admin/config', desktop);
  await page.getByRole('button', { name: 'Set another day' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose a day')).toBeVisible();
  const date = dialog.getByLabel('Day', { exact: true });
  await date.fill(dateIn(-1));
  await choose(page, 'Tiny Piano');
  await expect(dialog.getByText('Please choose today or a later day')).toBeVisible();
  await date.fill(dateIn(400));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('At most 365 days ahead')).toBeVisible();
  await date.fill(dateIn(100));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'App of the day set');
  await expect(row(page, 7)).toContainText('Tiny Piano');
});

test('an admin does not overwrite the choice of another admin', async ({ openAdmin, url, pageErrors }) => {
  pageErrors.expect(/ 409 .*\/api\/admin\/today/);
  const page = await openAdmin('/admin/config', desktop);
  await setDay(page, url, 3, null);
  await page.reload();
  await openDay(page, 3);
  await setDay(page, url, 3, 'Wave Cube');
  await choose(page, 'Tiny Piano');
  await expectToast(
    page,
    'Another admin has just set the app of this day. Check it before you change it.',
    true,
  );
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(page, 3)).toContainText('Wave Cube');
});

test('an admin sees that the app of a day is no longer approved', async ({ openAdmin, url, pageErrors }) => {
  pageErrors.expect(/ 404 .*\/api\/admin\/today/);
  const page = await openAdmin('/admin/config', desktop);
  await setDay(page, url, 4, 'Split the Bill');
  const { id } = await findApp(page, url, 'Split the Bill');
  await page.reload();
  await openDay(page, 5);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'App' }).fill('Split the Bill');
  await dialog.getByRole('radio', { name: 'Split the Bill' }).check();
  await decide(page, url, id, { status: 'rejected', reason: 'Broken' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This app is not approved. Please choose another')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 4)).toContainText('Split the BillNot approved');
  await decide(page, url, id);
});

test('an admin previews a deck, and the rankings of a category', async ({ openAdmin, pageErrors }) => {
  pageErrors.expect(/ 404 .*\/api\/admin\/feed-preview/);
  const page = await openAdmin('/admin/config', desktop);
  await page.getByRole('button', { name: 'Preview feed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Deck').selectOption('Games');
  await expect(dialog.getByRole('listitem').first()).toContainText('Games');
  await dialog.getByLabel('Deck').selectOption('A search');
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await dialog.getByLabel('Search', { exact: true }).fill('piano');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toContainText('Tiny Piano');
  await dialog.getByLabel('Deck').selectOption('A maker');
  await dialog.getByLabel('Handle of the maker’s page').fill('nobody');
  await expect(dialog.getByText('This deck does not exist.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview rankings' }).click();
  await dialog.getByLabel('Deck').selectOption('Games');
  // Other stories approve games too.
  await expect(dialog).toContainText(
    /With these weights, all of the [\d,]+ approved apps would keep their places\./,
  );
});
