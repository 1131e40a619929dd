import type { Page } from '@playwright/test';
import { type ProviderStandIn, startProvider } from '@zapdeck/server/testing/provider-stand-in';
import { callApi } from '../api.ts';
import { expect, sizes, test } from '../admin-page.ts';
import { codeOf } from '../authenticator.ts';
import { expectNoFindings } from '../axe.ts';
import { PASSWORD } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { startWorld, type World } from '../world.ts';

const client = { clientId: 'zapdeck', clientSecret: 'a-secret-of-the-stories' };
const EMAIL = 'kim@example.org';

interface Site {
  world: World;
  provider: ProviderStandIn;
}

async function startSite(): Promise<Site> {
  const { promise, resolve } = Promise.withResolvers<ProviderStandIn>();
  const world = await startWorld('localhost', async (url) => {
    const provider = await startProvider({ ...client, redirectUri: `${url}/api/auth/platform/callback` });
    provider.person = { sub: '1', email: EMAIL, email_verified: true, given_name: 'Kim' };
    resolve(provider);
    return {
      PLATFORM_ISSUER: provider.issuer,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: client.clientSecret,
      PLATFORM_NAME: 'Staff ID',
    };
  });
  return { world, provider: await promise };
}

/** A new server with a provider. */
const story = test.extend<{ site: Site }>({
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.world.end();
    await site.provider.close();
  },
  url: async ({ site }, use) => use(site.world.url),
});

async function signIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Staff ID' }).click();
}

async function unlink(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Unlink Staff ID' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink Staff ID?' });
  await expectNoFindings(page, 'the question before a provider is unlinked');
  await dialog.getByRole('button', { name: 'Unlink' }).click();
}

/** Turns on an authenticator app. Returns its secret. */
async function turnOnApp(page: Page, url: string): Promise<string> {
  const post = <T>(path: string, data?: object) =>
    callApi<T>(page, url, { method: 'POST', path, ...(data ? { data } : {}) });
  const { secret, setup } = await post<{ secret: string; setup: string }>('/api/auth/totp/start');
  await post('/api/auth/totp', { setup, code: codeOf(secret) });
  return secret;
}

for (const [size, device, tag] of sizes) {
  story(
    `a member signs in with a provider and a code, unlinks the provider and links it again, on a ${size}`,
    { tag },
    async ({ site: { world }, openContext, pageErrors, url }) => {
      pageErrors.expect(/ (401|403|409|410) /);
      const page = await (await openContext(device)).newPage();
      await signIn(page);
      await expect(page).toHaveURL(/\/home/);

      await unlink(page);
      await expect(page.getByText('This is the only way into your account.')).toBeVisible();
      const secret = await turnOnApp(page, url);

      await signIn(page);
      await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
      await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
      await expectNoFindings(page, `the second factor after a provider on a ${size}`);
      await page.getByLabel('Code from your authenticator app').fill('000000');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('That code is not right').first()).toBeVisible();
      await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/\/home/);

      const data = { email: EMAIL };
      await callApi(page, url, { method: 'POST', path: '/api/auth/forgot-password', data });
      const [link = ''] = await linksTo(world.mailFolder, EMAIL, '/reset-password');
      const token = link.split('token=')[1] ?? '';
      const form = { token, password: PASSWORD, confirmPassword: PASSWORD };
      await callApi(page, url, { method: 'POST', path: '/api/auth/reset-password', data: form });

      // A code works once, and the next one is of the next half minute.
      await expect.poll(async () => canSignIn(page, url, codeOf(secret, 1)), { timeout: 60_000 }).toBe(true);
      await unlink(page);
      await expect(page.getByText('Staff ID unlinked')).toBeVisible();
      await page.getByRole('button', { name: 'Link Staff ID' }).click();
      await expect(page.getByText('Sign-in linked')).toBeVisible();
      await expect(page).toHaveURL(`${url}/settings`);
      await expect(page.getByRole('button', { name: 'Unlink Staff ID' })).toBeVisible();
      await expectNoFindings(page, `the linked sign-ins on a ${size}`);
    },
  );
}

async function canSignIn(page: Page, url: string, code: string): Promise<boolean> {
  const data = { email: EMAIL, password: PASSWORD, code };
  const response = await page.request.post(`${url}/api/auth/login`, { headers: { origin: url }, data });
  return response.ok();
}
