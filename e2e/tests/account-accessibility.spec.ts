import type { Page } from '@playwright/test';
import { adminPagesOf } from '@zapdeck/contract/instance/screens';
import { expect, test } from '../admin-page.ts';
import { addAdmin, callApi, logIn, signUp, submitApp } from '../api.ts';
import { turnOnTotp } from '../authenticator.ts';
import { expectNoFindingsInBothSchemes, openWhole } from '../axe.ts';
import { desktop, newcomer, PASSWORD, phone } from '../fixtures.ts';
import { setInstance, setLegalText } from '../set-instance.ts';
import { admin } from '../world.ts';

/** Other stories of this worker expect the standard settings. */
test.afterEach(async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await setInstance(context, url);
  await setLegalText(context, url, { page: 'terms', text: '' });
});

async function idOf(page: Page, url: string): Promise<string> {
  return ((await (await page.request.get(`${url}/api/auth/user`)).json()) as { id: string }).id;
}

async function expectNoneOn(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openWhole(page, path);
    await expectNoFindingsInBothSchemes(page, path);
  }
}

for (const [locale, dir, tag] of [
  ['ar', 'rtl', []],
  ['en', 'ltr', ['@variant']],
] as const) {
  const options = { ...phone, locale };
  test.describe(`in the language ${locale}`, { tag: [...tag] }, () => {
    test('a member, a moderator and an admin see their screens without axe findings', async ({
      openContext,
      url,
      foreignUrl,
    }) => {
      const member = await (await openContext(options)).newPage();
      const { email } = await signUp(member, url, newcomer('Mia'));
      await logIn(await openContext(desktop), url, { email, password: PASSWORD });
      await turnOnTotp(member, url);
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const token = { name: 'Nightly build', scopes: ['apps:read'], expiresAt };
      await callApi(member, url, { method: 'POST', path: '/api/tokens', data: token });
      const app = { title: 'Tea Timer', url: `${foreignUrl}/tea/${locale}` };
      const { id } = await submitApp(member, url, app);
      await expectNoneOn(member, ['/settings']);
      await expect(member.locator('html')).toHaveAttribute('dir', dir);

      const curator = await (await openContext(options)).newPage();
      await logIn(curator, url, admin);
      const person = `/admin/person?id=${await idOf(member, url)}`;
      await expectNoneOn(curator, [person, '/admin/log/security']);
      await expect(curator.getByText('Nightly build')).not.toHaveCount(0);

      const moderator = await (await openContext(options)).newPage();
      const olu = await signUp(moderator, url, newcomer('Olu'));
      const path = `/api/admin/users/${await idOf(moderator, url)}`;
      await callApi(curator, url, { method: 'PATCH', path, data: { role: 'moderator' } });
      await logIn(moderator, url, { email: olu.email, password: PASSWORD });
      const tabs = adminPagesOf('moderator').map((one) => one.path);
      await expectNoneOn(moderator, [...tabs, person, `/admin/app?id=${id}`]);
      await expect(moderator.getByRole('heading', { name: 'Tea Timer' })).toBeVisible();
    });

    test('an admin sees the required second factor without axe findings', async ({ openContext, url }) => {
      const curator = await openContext(desktop);
      await logIn(curator, url, admin);
      const owner = await openContext(desktop);
      await addAdmin(owner, url, { by: curator, firstName: 'Ada' });
      await turnOnTotp(owner, url);
      const page = await (await openContext(options)).newPage();
      await addAdmin(page, url, { by: curator, firstName: 'Eve' });
      const { email } = (await (await page.request.get(`${url}/api/auth/user`)).json()) as { email: string };
      const later = await openContext(options);
      await logIn(later, url, { email, password: PASSWORD });
      const require = (isRequired: boolean) =>
        callApi(owner, url, { method: 'PUT', path: '/api/admin/instance/factor', data: { isRequired } });
      await require(true);
      try {
        await expectNoneOn(page, ['/second-factor', '/profile']);
        await turnOnTotp(later, url);
        await expectNoneOn(page, ['/second-factor']);
        await expect(page.locator('main form')).toBeVisible();
      } finally {
        await require(false);
      }
    });

    test('a waiting account and a member without consent see their screens without axe findings', async ({
      openContext,
      url,
    }) => {
      const settings = await openContext(desktop);
      await setInstance(settings, url, { registration: 'approval' });
      const page = await (await openContext(options)).newPage();
      await signUp(page, url, newcomer('Noor'));
      await expectNoneOn(page, ['/discover', '/profile']);
      await expect(page.locator('main textarea')).toBeVisible();

      await setInstance(settings, url);
      await setLegalText(settings, url, { page: 'terms', text: 'Be kind.' });
      await expectNoneOn(page, ['/profile']);
      await expect(page.locator('main a[href="/terms"]')).toBeVisible();
    });
  });
}
