import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { logIn, signUp, vote } from '../api.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { admin } from '../world.ts';

// Long stories, on a machine that may be busy.

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get('/api/auth/user')).ok();
}

test('a member confirms the address, changes the password, signs devices out, downloads data and deletes the account', async ({
  openContext,
  url,
  mailFolder,
  pageErrors,
}) => {
  pageErrors.expect(/ 403 .*\/change-password$/, / 400 .*\/delete-account$/);
  const page = await (await openContext(phone)).newPage();
  const who = await signUp(page, url, newcomer('Ada'));
  const account = { email: who.email, password: PASSWORD };
  const elsewhere = await (await openContext(desktop)).newPage();
  await logIn(elsewhere, url, account);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Account settings', level: 1 })).toBeVisible();

  await test.step('requests another link and confirms the address', async () => {
    await expect(row(page, 'Email').getByText('Not confirmed')).toBeVisible();
    await row(page, 'Email').getByRole('button', { name: 'Send the link again' }).tap();
    await expect(said(page, 'Check your email')).toBeVisible();
    const links = await linksTo(mailFolder, who.email, '/verify-email', 2);
    const mailed = await page.context().newPage();
    await mailed.goto(links.at(-1) ?? '');
    await expect(mailed.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await mailed.close();
    await page.reload();
    await expect(row(page, 'Email').getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send the link again' })).toHaveCount(0);
  });

  await test.step('changes the password, which signs the other device out', async () => {
    await row(page, 'Password').getByRole('button', { name: 'Change password' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await field(page, 'Current password').fill('not-my-password');
    await field(page, 'New password').fill('new-words-77');
    await field(page, 'Confirm password').fill('other-words-77');
    await dialog.getByRole('button', { name: 'Save the password' }).tap();
    await expect(dialog.getByText("Passwords don't match")).toBeVisible();
    await field(page, 'Confirm password').fill('new-words-77');
    await dialog.getByRole('button', { name: 'Save the password' }).tap();
    await expect(said(page, 'Couldn’t change your password')).toBeVisible();
    await expect(field(page, 'Current password')).toHaveAccessibleDescription('That password is incorrect.');
    await field(page, 'Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Save the password' }).tap();
    await expect(said(page, 'Password changed')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect([await isSignedIn(page), await isSignedIn(elsewhere)]).toEqual([true, false]);
    account.password = 'new-words-77';
  });

  await test.step('signs the other devices out, then this one too', async () => {
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await logIn(elsewhere, url, account);
    await page.reload();
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out everywhere' }).tap();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).tap();
    await expect(said(page, 'Signed out elsewhere')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveText([/This device/]);
    expect([await isSignedIn(page), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await logIn(elsewhere, url, account);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out everywhere' }).tap();
    await page.getByRole('button', { name: 'Sign out here too' }).tap();
    await expect(said(page, 'Signed out everywhere')).toBeVisible();
    await expect(page).toHaveURL('/landing');
    expect([await isSignedIn(page), await isSignedIn(elsewhere)]).toEqual([false, false]);
  });

  await logIn(page, url, account);
  const apps = (await (await page.request.get('/api/apps')).json()) as { id: string }[];
  await vote(page, url, apps[0]?.id, 'down');
  await page.goto('/settings');

  await test.step('downloads the stored data', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).tap();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('zapdeck-data.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as object;
    expect(data).toMatchObject({ account: { email: who.email }, votes: [{ appId: apps[0]?.id }] });
  });

  await test.step('deletes the account after reading what is deleted', async () => {
    await page.evaluate(() => localStorage.setItem('zapdeck.submit-draft.someone-else', '{}'));
    await page.goto('/submit');
    await field(page, 'App Title').fill('A draft');
    await page.getByRole('link', { name: 'Profile' }).tap();
    await page.getByRole('link', { name: 'Account settings' }).tap();
    await page.getByRole('button', { name: 'Delete my account' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await expect(dialog).toContainText('This cannot be undone.');
    await expect(dialog).toContainText('1 vote is removed.');
    await field(page, 'Type your email to confirm').fill('other@example.org');
    await field(page, 'Password').fill('new-words-77');
    await dialog.getByRole('button', { name: 'Delete my account' }).tap();
    await expect(
      dialog.getByText('This is not the email of your account', { exact: true }).first(),
    ).toBeVisible();
    await field(page, 'Type your email to confirm').fill(who.email.toUpperCase());
    await dialog.getByRole('button', { name: 'Delete my account' }).tap();
    await expect(said(page, 'Account deleted')).toBeVisible();
    await expect(page).toHaveURL('/landing');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => key.startsWith('zapdeck.submit-draft'))).toEqual([
      'zapdeck.submit-draft.someone-else',
    ]);
    const again = await page.request.post('/api/auth/login', { headers: { origin: url }, data: account });
    expect(again.status()).toBe(401);
  });
});

test('the last admin reads why the account cannot be deleted, and sees the login when the session has ended', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 409 .*\/delete-account$/, / 401 .*\/delete-account$/);
  const page = await (await openContext(desktop)).newPage();
  await logIn(page, url, admin);
  await page.clock.install();
  await page.goto('/settings');
  const leave = async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await field(page, 'Type your email to confirm').fill(admin.email);
    await field(page, 'Password').fill(admin.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  };
  await leave();
  await expect(said(page, 'You are the last admin. Make someone else an admin first.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('At least 8 characters, and not easy to guess')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.evaluate(() => {
    navigation.addEventListener('navigate', () => (document.body.dataset['left'] = 'yes'));
  });
  // Polls that are due in this minute are sent with the session.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.context().clearCookies();
  await leave();
  await expect(said(page, 'You are logged out. Logging in again...')).toBeVisible();
  await page.clock.runFor(499);
  await expect(page.locator('body')).not.toHaveAttribute('data-left');
  await page.clock.runFor(1);
  // The paused clock proves that the page navigates after 500 ms.
  await expect(page).toHaveURL('/login?returnTo=%2Fsettings');
});

test('a member without a password gets a link to set one by mail', async ({
  openContext,
  url,
  mailFolder,
}) => {
  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url, newcomer('Gil'));
  // Sign-in through providers has tests on the server. This story is about the account screen.
  await page.route('**/api/user/account', (route) =>
    route.fulfill({
      json: {
        isEmailVerified: true,
        pendingEmail: null,
        hasPassword: false,
        linkedProviders: ['google'],
        sessions: 1,
        belongings: { approvedApps: 0, otherApps: 0, votes: 0, reports: 0 },
      },
    }),
  );
  await page.goto('/settings');
  await expect(row(page, 'Password')).toContainText('You sign in with Google.');
  await page.getByRole('button', { name: 'Delete my account' }).tap();
  await expect(field(page, 'Type your email to confirm')).toBeVisible();
  await expect(field(page, 'Password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('button', { name: 'Choose a password' }).tap();
  await expect(said(page, `A link to choose a password is on its way to ${email}.`)).toBeVisible();
  const [link = ''] = await linksTo(mailFolder, email, '/reset-password');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
});

test('a member sees nothing of the previous account in a tab that stayed open', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  const left = await context.newPage();
  await signUp(left, url, newcomer('Robin'));
  const [app] = (await (await left.request.get('/api/apps')).json()) as { id: string; title: string }[];
  await vote(left, url, app?.id);
  await left.goto('/liked');
  await expect(left.getByText(app?.title ?? '', { exact: true })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/profile');
  // Calls that are under way at the logout would answer 401.
  await expect(other.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
  await other.goto('/api/logout');
  await expect(left.getByRole('link', { name: 'Log In' })).toBeVisible();
  await signUp(other, url, newcomer('Kim'));
  await other.goto('/profile');
  await expect(left.getByText('No Liked Apps Yet')).toBeVisible();
  await expect(left.getByText(app?.title ?? '', { exact: true })).toHaveCount(0);
});
