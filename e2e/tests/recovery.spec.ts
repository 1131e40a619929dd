import { signUp } from '../api.ts';
import { expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { linksTo } from '../mails.ts';

test('a member who forgot the password sets a new one with a mailed link, once', async ({
  openContext,
  url,
  mailFolder,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/api\/auth\//);
  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url, newcomer('Fern'));

  await test.step('confirms the address', async () => {
    const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  });

  await test.step('opens the link again, also without a session', async () => {
    const [link = ''] = await linksTo(mailFolder, email, '/verify-email');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  });

  await test.step('requests a link', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).tap();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).tap();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  const [link = ''] = await linksTo(mailFolder, email, '/reset-password');
  await test.step('sets a new password and logs in with it', async () => {
    await page.goto(link);
    const fields = page.locator('form input:not([type=hidden])');
    await fields.nth(0).fill('brand-new-words-7');
    await fields.nth(1).fill('brand-new-words-7');
    await page.locator('form button[type=submit]').tap();
    await expect(page).toHaveURL(/\/login/);
    const logIn = (password: string) =>
      page.request.post('/api/auth/login', { headers: { origin: url }, data: { email, password } });
    expect((await logIn(PASSWORD)).status()).toBe(401);
    expect((await logIn('brand-new-words-7')).status()).toBe(200);
  });

  await test.step('the link no longer works', async () => {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    const fields = page.locator('form input:not([type=hidden])');
    await fields.nth(0).fill('another-one-8');
    await fields.nth(1).fill('another-one-8');
    await page.locator('form button[type=submit]').tap();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });
});

test('a member confirms an address that another person used to sign up, and that person is signed out', async ({
  openContext,
  url,
  mailFolder,
}) => {
  const other = await (await openContext(phone)).newPage();
  const { email } = await signUp(other, url, newcomer('Eve'));
  const page = await (await openContext(phone)).newPage();
  const [link = ''] = await linksTo(mailFolder, email, '/verify-email');

  await test.step('is asked to confirm, and then for a new password', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'we sign out all its devices and ask you to choose a new password',
    );
    expect((await other.request.get('/api/auth/user')).status()).toBe(200);
    await page.getByRole('button', { name: 'Confirm and choose a new password' }).tap();
    await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
    expect((await other.request.get('/api/auth/user')).status()).toBe(401);
  });

  await test.step('sets the password and logs in', async () => {
    const fields = page.locator('form input:not([type=hidden])');
    await fields.nth(0).fill('brand-new-words-7');
    await fields.nth(1).fill('brand-new-words-7');
    await page.locator('form button[type=submit]').tap();
    await expect(page).toHaveURL(/\/login/);
    const logIn = (password: string) =>
      page.request.post('/api/auth/login', { headers: { origin: url }, data: { email, password } });
    expect((await logIn(PASSWORD)).status()).toBe(401);
    expect((await logIn('brand-new-words-7')).status()).toBe(200);
  });
});
