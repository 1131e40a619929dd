import type { Page } from '@playwright/test';
import { type ProviderStandIn, startProvider } from '@zapdeck/server/testing/provider-stand-in';
import { logIn } from '../api.ts';
import { expect, sizes, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { admin, startWorld, type World } from '../world.ts';

const client = { clientId: 'zapdeck', clientSecret: 'a-secret-of-the-stories' };

interface Site {
  world: World;
  provider: ProviderStandIn;
}

async function startSite(): Promise<Site> {
  const { promise, resolve } = Promise.withResolvers<ProviderStandIn>();
  const world = await startWorld('localhost', async (url) => {
    const provider = await startProvider({ ...client, redirectUri: `${url}/api/auth/platform/callback` });
    provider.person = { sub: '1', email: 'mo@example.org', email_verified: true, given_name: 'Mo' };
    resolve(provider);
    return {
      PLATFORM_ISSUER: provider.issuer,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: client.clientSecret,
      PLATFORM_NAME: 'Staff ID',
      PLATFORM_ROLE_CLAIM: 'groups',
    };
  });
  return { world, provider: await promise };
}

/** A new server with a provider that sends groups. */
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
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Staff ID' }).click();
  await expect(page).toHaveURL(/\/home/);
}

async function addValue(page: Page, value: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Roles from the provider', exact: true });
  await expect(card).toContainText('Roles come from the claim “groups” of Staff ID.');
  await expect(card).toContainText('No roles are assigned yet.');
  await card.getByRole('button', { name: 'Add a value' }).click();
  await expect(card.getByLabel('Value of the claim')).toBeFocused();
  await card.getByRole('button', { name: 'Save roles' }).click();
  await expect(card.getByText('A value is required')).toBeVisible();
  await card.getByLabel('Value of the claim').fill(value);
  await card.getByRole('button', { name: 'Add a value' }).click();
  await card.getByLabel('Value of the claim').last().fill(value);
  await expect(card.getByText('Each value can give one role only')).toBeVisible();
  await card
    .getByRole('button', { name: `Remove ${value}` })
    .last()
    .click();
  await card.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByText('Roles from the provider saved')).toBeVisible();
  await expect(card.getByText('Unsaved changes')).toHaveCount(0);
}

for (const [size, device, tag] of sizes) {
  story(
    `a group at the provider makes a moderator until the next sign-in without it, on a ${size}`,
    { tag },
    async ({ site: { provider }, openContext, pageErrors, url }) => {
      pageErrors.expect(/ 401 /);
      const curator = await (await openContext(device)).newPage();
      await logIn(curator, url, admin);
      await curator.goto('/admin/config/people');
      await addValue(curator, 'zapdeck reviewers');
      await expectNoFindings(curator, `the roles from the provider on a ${size}`);

      provider.person = { ...provider.person, groups: ['everyone', 'zapdeck reviewers'] };
      const page = await (await openContext(device)).newPage();
      await signIn(page);
      await page.goto('/profile');
      await expect(page.getByRole('main').getByText('Moderator', { exact: true })).toBeVisible();
      await page.goto('/admin');
      await expect(page).toHaveTitle(/^Queue · Admin Dashboard/);

      await curator.goto('/admin/users');
      await curator.getByRole('searchbox').fill('mo@example.org');
      await curator.getByRole('link', { name: 'Mo', exact: true }).click();
      await expect(curator.getByText('Moderator, from the provider')).toBeVisible();
      await curator.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = curator.getByRole('dialog');
      await expect(dialog.getByLabel('Role given by admins')).toHaveValue('member');
      await expect(dialog.getByLabel('Role given by admins')).toHaveAccessibleDescription(
        /^This person is also a moderator through the sign-in provider\. You can remove that role only/,
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await curator.goto('/admin/log');
      await expect(
        curator.getByText('The sign-in provider made Mo a moderator.').filter({ visible: true }),
      ).toBeVisible();

      provider.person = { ...provider.person, groups: ['everyone'] };
      const later = await (await openContext(device)).newPage();
      await signIn(later);
      for (const tab of [page, later]) {
        await tab.goto('/admin');
        await expect(tab.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      }
      await curator.goto('/admin/users');
      await curator.getByRole('searchbox').fill('mo@example.org');
      await expect(curator.locator('.dash-user')).toHaveCount(1);
      await expect(curator.locator('.dash-user')).not.toContainText('Moderator');
    },
  );
}
