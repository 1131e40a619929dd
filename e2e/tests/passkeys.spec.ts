import type { BrowserContext, Page } from '@playwright/test';
import { logIn, signUp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, expect, PASSWORD, phone, test } from '../fixtures.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Device {
  /** Sets whether the screen lock recognizes the person. */
  recognize: (isOwner: boolean) => Promise<void>;
}

/** Gives the page a device with a screen lock that keeps passkeys. It answers at once, also to suggestions of the email field. */
async function addDevice(page: Page, { suggests = false } = {}): Promise<Device> {
  if (!suggests)
    await page.addInitScript(() => {
      if ('PublicKeyCredential' in window)
        Reflect.deleteProperty(window.PublicKeyCredential, 'isConditionalMediationAvailable');
    });
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    recognize: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Adds a passkey with this name in the settings. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Name your passkey' });
  await dialog.getByLabel('Name').fill(name);
  await button(page, 'Save').click();
  await expect(dialog).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/api/logout');
  await page.goto('/login');
}

async function signInWithPasskey(page: Page): Promise<void> {
  await button(page, 'Sign in with a passkey').click();
  await expect(page).toHaveURL(/\/home/);
}

const rows = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Rename/ }) });

/** Opens the settings of a new member. */
async function openSettings(context: BrowserContext, url: string, device?: { suggests: boolean }) {
  const page = await context.newPage();
  const { recognize } = await addDevice(page, device);
  const who = await signUp(page, url);
  await page.goto('/settings');
  return { page, recognize, who };
}

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`a member adds a passkey, signs in with it, renames and removes it: ${size}`, {
    tag: size === 'desktop' ? '@variant' : [],
  }, async ({ openContext, url, pageErrors }) => {
    pageErrors.expect(/ 403 .*passkeys\/sign-in$/);
    const { page } = await openSettings(await openContext(options), url);
    await addPasskey(page, 'My phone');
    await expect(rows(page)).toContainText(['My phone']);
    await expect(rows(page)).toContainText(['Not used yet']);
    await expectNoFindings(page, `the settings with a passkey on a ${size}`);

    await signOut(page);
    await signInWithPasskey(page);
    await page.goto('/settings');
    await expect(rows(page)).toContainText(['Used just now']);

    await button(page, 'Rename My phone').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old phone');
    await button(page, 'Save').click();
    await expect(rows(page)).toContainText(['Old phone']);

    await button(page, 'Remove Old phone').click();
    await page
      .getByRole('dialog', { name: 'Remove Old phone?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await expect(page.getByText('This passkey is not known here.')).toBeVisible();
  });
}

test('a member who signed in with the password confirms with the passkey before removing it', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 403 /);
  const { page, who } = await openSettings(await openContext(phone), url);
  await addPasskey(page, 'My phone');
  await page.goto('/api/logout');
  await logIn(page, url, { email: who.email, password: PASSWORD });
  await page.goto('/settings');
  await button(page, 'Remove My phone').click();
  await page
    .getByRole('dialog', { name: 'Remove My phone?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Password', { exact: true })).toBeHidden();
  await button(page, 'Use a passkey').click();
  await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible();
});

test('a member reads why a passkey was not added or used', async ({ openContext, url, pageErrors }) => {
  pageErrors.expect(/ 403 /);
  const { page, recognize } = await openSettings(await openContext(phone), url);
  await recognize(false);
  await button(page, 'Add a passkey').click();
  await expect(page.getByText('Nothing was added to your account.')).toBeVisible();

  await recognize(true);
  await addPasskey(page, 'My phone');
  await button(page, 'Add a passkey').click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();

  await signOut(page);
  await recognize(false);
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByText('No passkey found.')).toBeVisible();
  await expect(button(page, 'Sign in with a passkey')).toBeEnabled();
});

test('a visitor signs in by a suggestion of the email field', async ({ openContext, url }) => {
  const { page } = await openSettings(await openContext(phone), url, { suggests: true });
  await addPasskey(page, 'My phone');
  await page.goto('/api/logout');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/home/);
});

test('a browser without passkeys shows no button, and says so in the settings', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(button(page, 'Sign in')).toBeEnabled();
  await expect(button(page, 'Sign in with a passkey')).toBeHidden();
  await signUp(page, url);
  await page.goto('/settings');
  await expect(page.getByText('This browser does not support passkeys. Try another one.')).toBeVisible();
});
