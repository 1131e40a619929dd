import { expect, expectToast, test } from '../admin-page.ts';
import { callApi, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, phone } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { setInstance } from '../set-instance.ts';
import { fillSignUp } from '../sign-up-form.ts';

/** Other stories of this worker expect the standard settings. */
test.afterEach(async ({ openContext, url }) => setInstance(await openContext(desktop), url));

test('an admin invites a person, who signs up with the link', async ({ openAdmin, openContext }) => {
  const page = await openAdmin('/admin/config/people', phone);
  const registration = page.getByRole('region', { name: 'Registration' });
  await registration.getByLabel('Sign-up').selectOption('By invitation');
  await registration.getByRole('button', { name: 'Save registration' }).click();
  await expectToast(page, 'Registration settings saved');

  const invitations = page.getByRole('region', { name: 'Invitations' });
  await invitations.getByRole('button', { name: 'Invite people' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectNoFindings(page, 'the new invitation');
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(invitations.getByText('0 of 1 sign-up used')).toBeVisible();

  const visitor = await (await openContext(phone)).newPage();
  await visitor.goto('/login');
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(visitor.getByText('You need an invitation to join Zapdeck.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Create Account' })).toHaveCount(0);
  await visitor.goto(link);
  await fillSignUp(visitor);
  await visitor.getByRole('button', { name: 'Create Account' }).click();
  await expect(visitor).toHaveURL(/\/home/);

  const late = await (await openContext(phone)).newPage();
  await late.goto(link);
  await expect(late.getByText('This invitation has expired or was used up.')).toBeVisible();
  await page.reload();
  await expect(invitations.getByText('1 of 1 sign-up used')).toBeVisible();
  await expect(invitations.getByRole('link', { name: 'Robin' })).toBeVisible();
});

test('an admin revokes an invitation, and its link no longer works', async ({
  openAdmin,
  openContext,
  url,
}) => {
  await setInstance(await openContext(desktop), url, { registration: 'invitation' });
  const page = await openAdmin('/admin/config/people', desktop);
  const data = { uses: 5, days: 7 };
  const { link } = await callApi<{ link: string }>(page, url, {
    method: 'POST',
    path: '/api/admin/invitations',
    data,
  });
  await page.reload();
  const row = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem').first();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Invitation revoked');
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible();
  const visitor = await (await openContext(phone)).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('This invitation has expired or was used up.')).toBeVisible();
  await expect(visitor.getByText('Continue with')).toHaveCount(0);
});

test('a visitor of a closed instance without guests can only log in', async ({ openContext, url }) => {
  await setInstance(await openContext(desktop), url, { registration: 'closed', guests: false });
  const page = await (await openContext(phone)).newPage();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Browse as Guest' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Sign-up is closed at Zapdeck. Members can still log in.')).toBeVisible();
  await expect(page.getByText('Continue with')).toHaveCount(0);
  await expectNoFindings(page, 'the closed sign-up');
});

test('a member who must confirm the address is told so on Liked, and gets the link again', async ({
  openContext,
  mailFolder,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/ 403 .*\/liked-apps/);
  await setInstance(await openContext(desktop), url, { allowedDomains: ['example.org'] });
  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url);
  await page.goto('/liked');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(main.getByText(email)).toBeVisible();
  await expectNoFindings(page, 'the liked apps of a member who must confirm the address');
  await main.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByRole('status').getByText('Check your email')).toBeVisible();

  const links = await linksTo(mailFolder, email, '/verify-email', 2);
  await page.goto(links.at(-1) ?? '');
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto('/liked');
  await expect(main.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
});
