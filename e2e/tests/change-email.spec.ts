import type { Page } from '@playwright/test';
import { callApi, logIn, signUp } from '../api.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { linksTo } from '../mails.ts';

const emailRow = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) });
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function askFor(page: Page, email: string): Promise<void> {
  await emailRow(page).getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
}

test('a member changes the email on a phone, cancels once, and confirms in another browser', async ({
  openContext,
  url,
  mailFolder,
}) => {
  const page = await (await openContext(phone)).newPage();
  const who = await signUp(page, url, newcomer('Mia'));
  const [cancelled, email] = [newcomer('cancelled').email, newcomer('moved').email];
  await page.goto('/settings');

  await test.step('reads at the field what is wrong with an address', async () => {
    await emailRow(page).getByRole('button', { name: 'Change email' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await expect(dialog).toContainText(`with a link that we send to ${who.email}`);
    await dialog.getByLabel('New email').fill('mia@nowhere');
    await dialog.getByRole('button', { name: 'Send the link' }).tap();
    await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('cancels a change', async () => {
    await askFor(page, cancelled);
    await expect(said(page, `A link to confirm it is on its way to ${cancelled}.`)).toBeVisible();
    await expect(emailRow(page)).toContainText(`Open the link that we sent to ${cancelled}.`);
    await emailRow(page).getByRole('button', { name: 'Cancel the change' }).tap();
    await expect(said(page, `Your email stays ${who.email}.`)).toBeVisible();
    await expect(emailRow(page)).not.toContainText(cancelled);
  });

  await test.step('confirms in a browser without a session, which stays signed out', async () => {
    await askFor(page, email);
    await expect(emailRow(page)).toContainText(email);
    const [link = ''] = await linksTo(mailFolder, email, '/new-email');
    const elsewhere = await (await openContext(desktop)).newPage();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible();
    await elsewhere.getByRole('button', { name: 'Confirm my new email' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Email changed' })).toBeVisible();
    await expect(elsewhere.getByText(`Your email is now ${email}. Sign in with it`)).toBeVisible();
    expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401);
    await logIn(elsewhere, url, { email, password: PASSWORD });
  });

  await test.step('is still signed in, with the new email', async () => {
    await page.reload();
    await expect(emailRow(page)).toContainText(email);
    await expect(emailRow(page).getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(emailRow(page).getByRole('button', { name: 'Cancel the change' })).toHaveCount(0);
  });
});

test('an owner undoes a change of email by someone else, from the earlier address', async ({
  openContext,
  url,
  mailFolder,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/api\/user\/email\//);
  const thief = await (await openContext(phone)).newPage();
  const who = await signUp(thief, url, newcomer('Ada'));
  const evil = newcomer('evil').email;
  await callApi(thief, url, { method: 'POST', path: '/api/user/email', data: { email: evil } });
  const [confirm = ''] = await linksTo(mailFolder, evil, '/new-email');
  await thief.goto(confirm);
  await thief.getByRole('button', { name: 'Confirm my new email' }).tap();
  await expect(thief.getByText(`Your email is now ${evil}.`)).toBeVisible();

  const page = await (await openContext(desktop)).newPage();
  const [undo = ''] = await linksTo(mailFolder, who.email, '/undo-email');
  await page.goto(undo);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(said(page, 'Change undone')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
  expect((await thief.request.get('/api/auth/user')).status()).toBe(401);
  const fields = page.locator('form input[type=password]');
  await fields.nth(0).fill('brand-new-words-7');
  await fields.nth(1).fill('brand-new-words-7');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, url, { email: who.email, password: 'brand-new-words-7' });

  await test.step('the link works once', async () => {
    await page.goto('about:blank');
    await page.goto(undo);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByRole('heading', { name: 'Couldn’t undo the change' })).toBeVisible();
    await expect(page.getByText('This link works once, within seven days.')).toBeVisible();
  });
});

test('a link that lost its end says so', async ({ openContext }) => {
  const page = await (await openContext(phone)).newPage();
  for (const path of ['/new-email', '/undo-email#token=short']) {
    await page.goto(path);
    await expect(page.getByText('This link is incomplete. Open it again from the email.')).toBeVisible();
  }
});
