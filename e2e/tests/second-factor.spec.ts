import type { BrowserContext, Page } from '@playwright/test';
import { expect, sizes, test } from '../admin-page.ts';
import { callApi, logIn, signUp } from '../api.ts';
import { codeOf, turnOnTotp } from '../authenticator.ts';
import { expectNoFindings } from '../axe.ts';
import { newcomer, PASSWORD } from '../fixtures.ts';
import { admin } from '../world.ts';

const CODE = 'Code from your authenticator app';

/** Sets up the app that the open screen offers. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up the app' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up the authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await setup.getByLabel('Key, if you cannot scan').inputValue()).replaceAll(' ', '');
  await expectNoFindings(page, 'the setup of the authenticator app');
  await setup.getByLabel(CODE).fill(codeOf(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await kept.getByRole('listitem').allTextContents();
  await expectNoFindings(page, 'the recovery codes');
  const download = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await kept.getByRole('button', { name: 'Done' }).click();
  await expect(kept).toBeHidden();
  return { secret, recoveryCodes };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Makes a new admin, who is signed in. */
async function newAdmin(context: BrowserContext, url: string): Promise<string> {
  const { email } = await signUp(context, url, newcomer('Ada'));
  const { id } = await (await context.request.get(`${url}/api/auth/user`)).json();
  await logIn(context, url, admin);
  const data = { role: 'admin' };
  await callApi(context, url, { method: 'PATCH', path: `/api/admin/users/${id}`, data });
  await logIn(context, url, { email, password: PASSWORD });
  return email;
}

for (const [name, size, tag] of sizes) {
  test(`a member turns on an authenticator app, signs in with a code and with a recovery code, on a ${name}`, {
    tag,
  }, async ({ openContext, url, pageErrors }) => {
    pageErrors.expect(/ 401 /);
    const page = await (await openContext(size)).newPage();
    const { email } = await signUp(page, url);
    await page.goto('/settings');
    const { secret, recoveryCodes } = await setUpApp(page);
    await expect(page.getByText('10 recovery codes left')).toBeVisible();

    await enterPassword(page, email);
    await expect(page.getByLabel(CODE)).toBeFocused();
    await expectNoFindings(page, 'the login that asks for a code');
    const code = codeOf(secret, 1);
    await page.getByLabel(CODE).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/home/);

    await enterPassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/home/);

    await enterPassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('it was already used')).toBeVisible();
  });

  test(`an admin requires a second factor, and another admin sets one up at the required screen, on a ${name}`, {
    tag,
  }, async ({ openContext, url, pageErrors }) => {
    pageErrors.expect(/ 40[13] /);
    const owner = await (await openContext(size)).newPage();
    await newAdmin(owner.context(), url);
    await turnOnTotp(owner, url);
    const page = await (await openContext(size)).newPage();
    const email = await newAdmin(page.context(), url);
    await page.goto('/admin/config/people');
    await expect(page.getByRole('region', { name: 'Second factor' })).toBeVisible();

    await owner.goto('/admin/config/people');
    const card = owner.getByRole('region', { name: 'Second factor' });
    await card.getByRole('button', { name: 'Require a second factor' }).click();
    const question = owner.getByRole('dialog', { name: 'Require a second factor?' });
    await expect(question).toContainText('until');
    await expectNoFindings(owner, 'the question before a factor is required');
    await question.getByRole('button', { name: 'Require a second factor' }).click();
    await expect(card).toContainText('Admins and moderators need a second factor.');

    await expect(page.getByRole('heading', { name: 'Second factor', level: 1 })).toBeVisible();
    await enterPassword(page, email);
    await expect(page.getByRole('heading', { name: 'Second factor', level: 1 })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByText('Until you set one up, you have the rights of a member.')).toBeVisible();
    await page.goto('/discover');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { name: 'Second factor', level: 1 })).toBeVisible();
    await page.goto('/profile');
    await page.getByRole('main').getByRole('link', { name: 'Second factor' }).click();
    await expect(page.getByText('Until you set one up, you have the rights of a member.')).toBeVisible();
    await expectNoFindings(page, 'the required second factor');
    await setUpApp(page);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

    await card.getByRole('button', { name: 'Stop requiring it' }).click();
    await expect(card).toContainText('can sign in with a password alone');
  });
}
