import type { BrowserContext, Page } from '@playwright/test';
import { defaultInstance } from '@zapdeck/contract/instance/instance';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { expect, expectToast, test } from '../admin-page.ts';
import { addAdmin, callApi, logIn } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, phone } from '../fixtures.ts';
import { admin } from '../world.ts';

const params = (page: Page) =>
  page.getByRole('region', { name: 'Recommendation Algorithm Parameters', exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const saveParams = (page: Page) => params(page).getByRole('button', { name: 'Save parameters' }).click();

async function saveStandard(context: BrowserContext, url: string): Promise<void> {
  await logIn(context, url, admin);
  await callApi(context, url, { method: 'PUT', path: '/api/admin/algorithm-params', data: defaultAlgorithm });
  await callApi(context, url, { method: 'PUT', path: '/api/admin/instance', data: defaultInstance });
}

/** Stories of this worker share its server. */
test.beforeEach(async ({ openContext, url }) => saveStandard(await openContext(desktop), url));
test.afterEach(async ({ openContext, url }) => saveStandard(await openContext(desktop), url));

test('the second of two admins reads what the first one changed, saves anyway, and takes over values', async ({
  openAdmin,
  openContext,
  pageErrors,
  url,
}) => {
  pageErrors.expect(/ 409 .*\/algorithm-params$/);
  const ada = await openAdmin('/admin/config', desktop);
  const ben = await (await openContext(phone)).newPage();
  await addAdmin(ben, url, { by: ada, firstName: 'Ben' });
  await ben.goto(`${url}/admin/config`);
  const note = params(ben).getByRole('status').filter({ hasText: 'Another admin' });

  await test.step('the note lists the new values, and the edits stay', async () => {
    await expect(field(ben, 'Apps Per Page')).toHaveValue('20');
    await field(ben, 'Apps Per Page').fill('30');
    await field(ada, 'Apps Per Page').fill('9');
    await field(ada, 'Fresh Content Priority (%)').fill('70');
    await saveParams(ada);
    await expectToast(ada, 'Algorithm parameters updated successfully');

    await saveParams(ben);
    await expect(note).toContainText('Apps Per Page9');
    await expect(note).toContainText('Fresh Content Priority (%)70');
    await expect(field(ben, 'Apps Per Page')).toHaveValue('30');
    await expect(field(ben, 'Fresh Content Priority (%)')).toHaveValue('70');
    await expectNoFindings(ben, 'the note about changes of another admin');
  });

  await test.step('saving anyway keeps the setting that only the other admin changed', async () => {
    await note.getByRole('button', { name: 'Save anyway' }).click();
    await expectToast(ben, 'Algorithm parameters updated successfully');
    await expect(note).toHaveCount(0);
    await ada.reload();
    await expect(field(ada, 'Apps Per Page')).toHaveValue('30');
    await expect(field(ada, 'Fresh Content Priority (%)')).toHaveValue('70');
  });

  await test.step('taking over the values keeps the other edits', async () => {
    await field(ben, 'Apps Per Page').fill('12');
    await field(ben, 'Max Diversity Pool').fill('300');
    await field(ada, 'Apps Per Page').fill('11');
    await saveParams(ada);
    await expectToast(ada, 'Algorithm parameters updated successfully');
    await saveParams(ben);
    await note.getByRole('button', { name: 'Use these values' }).click();
    await expect(field(ben, 'Apps Per Page')).toHaveValue('11');
    await expect(field(ben, 'Max Diversity Pool')).toHaveValue('300');
    await saveParams(ben);
    await expectToast(ben, 'Algorithm parameters updated successfully');
    await ada.reload();
    await expect(field(ada, 'Apps Per Page')).toHaveValue('11');
    await expect(field(ada, 'Max Diversity Pool')).toHaveValue('300');
  });

  await test.step('edits during a save are no changes of another admin', async () => {
    const { promise: isTyped, resolve: type } = Promise.withResolvers<void>();
    await ben.route('**/api/admin/algorithm-params', async (route) => {
      if (route.request().method() === 'PUT') await isTyped;
      await route.fallback();
    });
    await field(ben, 'Apps Per Page').fill('14');
    await saveParams(ben);
    await field(ben, 'Apps Per Page').fill('15');
    type();
    await expectToast(ben, 'Algorithm parameters updated successfully');
    await expect(params(ben).getByText('Unsaved changes')).toBeVisible();
    await saveParams(ben);
    await expect(params(ben).getByText('Unsaved changes')).toHaveCount(0);
    await expect(field(ben, 'Apps Per Page')).toHaveValue('15');
  });
});

test('registration and the name of the instance are saved side by side', async ({
  openAdmin,
  openContext,
  url,
}) => {
  const ada = await openAdmin('/admin/config/people', desktop);
  const ben = await (await openContext(desktop)).newPage();
  await addAdmin(ben, url, { by: ada, firstName: 'Ben' });
  await ben.goto(`${url}/admin/config/instance`);
  const instance = ben.getByRole('region', { name: 'This instance' });
  const registration = ada.getByRole('region', { name: 'Registration', exact: true });

  await instance.getByRole('textbox', { name: 'Name', exact: true }).fill('Toybox');
  await registration.getByLabel('Sign-up').selectOption('By invitation');
  await registration.getByRole('button', { name: 'Save registration' }).click();
  await expectToast(ada, 'Registration settings saved');
  await instance.getByRole('button', { name: 'Save instance' }).click();
  await expectToast(ben, 'Instance saved. Pages that are open show it after a reload.');
  const { name, registration: way } = (await (await ben.request.get('/api/instance')).json()) as {
    name: string;
    registration: string;
  };
  expect([name, way]).toEqual(['Toybox', 'invitation']);
});
