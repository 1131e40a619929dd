import type { Page } from '@playwright/test';
import { defaultInstance } from '@zapdeck/contract/instance/instance';
import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { callApi, logIn } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, phone } from '../fixtures.ts';
import { setLegalText } from '../set-instance.ts';
import { admin } from '../world.ts';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0a7d5a"/></svg>',
);

const card = (page: Page) => page.getByRole('region', { name: 'This instance' });
const preview = (page: Page) => card(page).getByRole('region', { name: 'Preview' });

/** Other stories of this worker expect the standard settings. */
test.afterEach(async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await logIn(context, url, admin);
  await callApi(context, url, { method: 'PUT', path: '/api/admin/instance', data: defaultInstance });
  await setLegalText(context, url, { page: 'terms', text: '' });
  await callApi(context, url, { method: 'DELETE', path: '/api/admin/instance/logo' });
});

for (const [size, options, tag] of sizes) {
  test(`an admin gives the instance a name, colour and logo, and a visitor sees them: ${size}`, {
    tag,
  }, async ({ openAdmin, openContext }) => {
    const page = await openAdmin('/admin/config/instance', options);
    const visitor = await (await openContext(options)).newPage();
    await visitor.goto('/');
    await expect(visitor).toHaveTitle(/Zapdeck$/);

    const name = card(page).getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await card(page).getByRole('button', { name: 'Save instance' }).click();
    await expect(card(page).getByText('A name is required')).toBeVisible();
    await expect(name).toBeFocused();

    await name.fill('Toybox of Leipzig');
    await card(page).getByLabel('Colour').fill('#ffd400');
    await expect(card(page).getByText(/^Made lighter or darker where needed/)).toBeVisible();
    await card(page).getByText('Landing page', { exact: true }).click();
    await card(page).getByRole('textbox', { name: 'Heading', exact: true }).fill('Play something today');
    await expect(preview(page).getByText('Play something today')).toHaveCount(2);
    await expect(preview(page).getByText('Toybox of Leipzig')).toHaveCount(4);
    await expectNoFindings(page, 'the form of the instance');
    await visitor.reload();
    await expect(visitor).toHaveTitle(/Zapdeck$/);

    await card(page)
      .getByLabel('Logo file')
      .setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: LOGO });
    await expectToast(page, 'Logo changed');
    await card(page).getByRole('button', { name: 'Save instance' }).click();
    await expectToast(page, 'Instance saved. Pages that are open show it after a reload.');
    await expect(card(page).getByText('Unsaved changes')).toHaveCount(0);

    await visitor.reload();
    await expect(visitor).toHaveTitle('Discover Amazing Web Apps · Toybox of Leipzig');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Play something today');
    const mark = visitor.getByRole('banner').locator('img').first();
    await expect(mark).toHaveAttribute('src', /^\/logo\/[0-9a-f]{32}\/192\.png$/);
    await expect(mark).toHaveJSProperty('naturalWidth', 192);
    const button = visitor.getByRole('link', { name: 'Get Started' });
    await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
    await expect(button).not.toHaveCSS('background-color', 'rgb(255, 212, 0)');
    await expectNoFindings(visitor, 'the landing page of an instance');
  });
}

test('an admin publishes terms, and everybody finds them', async ({ openAdmin, openContext }) => {
  const page = await openAdmin('/admin/config/instance', desktop);
  const legal = page.getByRole('region', { name: 'Legal pages' });
  await legal.getByText('Terms', { exact: true }).click();
  await legal.getByRole('textbox', { name: 'Address of Terms' }).fill('terms');
  await legal.getByRole('button', { name: 'Save: Terms' }).click();
  await expect(legal.getByText('Please enter an address that starts with https://')).toBeVisible();
  await legal.getByRole('textbox', { name: 'Address of Terms' }).fill('');
  await legal.getByRole('textbox', { name: 'Text of Terms' }).fill('Be **kind**.');
  await legal.getByRole('button', { name: 'Save: Terms' }).click();
  await expectToast(page, 'Legal page saved. Visitors see it within seconds.');
  await legal
    .getByRole('textbox', { name: 'Text of Terms' })
    .fill('Be **bold**. See [us](#who-we-are).\n\n## Who we are');
  await legal.getByRole('button', { name: 'Save: Terms' }).click();
  await expect(legal.getByText('Unsaved changes')).toHaveCount(0);
  await legal.getByRole('button', { name: 'History: Terms' }).click();
  const history = page.getByRole('dialog', { name: 'History: Terms' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expectNoFindings(page, 'the history of the terms');
  await history.getByRole('button', { name: 'Use these values' }).click();
  await expect(legal.getByRole('textbox', { name: 'Text of Terms' })).toHaveValue('Be **kind**.');
  await legal.getByRole('button', { name: 'Discard' }).click();

  const visitor = await (await openContext(phone)).newPage();
  await visitor.goto('/');
  await visitor
    .getByRole('navigation', { name: 'More from Zapdeck' })
    .getByRole('link', { name: 'Terms' })
    .click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(visitor.locator('strong')).toHaveText('bold');
  await visitor.getByRole('link', { name: 'us', exact: true }).click();
  await expect(visitor).toHaveURL(/#who-we-are$/);
  await expect(visitor.locator(':target')).toHaveText('Who we are');
  await expectNoFindings(visitor, 'the terms');
  await visitor.getByRole('link', { name: 'Privacy' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('an admin offers two languages, and visitors choose between them', async ({
  openAdmin,
  openContext,
}) => {
  const page = await openAdmin('/admin/config/instance', phone);
  const offered = card(page).getByRole('group', { name: 'Offered languages' });
  await expect(offered.getByLabel('English')).toBeDisabled();
  for (const name of ['Español', 'Français', 'Português (Brasil)', '日本語', '简体中文', 'العربية'])
    await offered.getByLabel(name).uncheck();
  await card(page).getByLabel('Default language').selectOption('Deutsch');
  await expect(offered.getByLabel('Deutsch')).toBeDisabled();
  await card(page).getByRole('button', { name: 'Save instance' }).click();
  await expectToast(page, 'Instance saved. Pages that are open show it after a reload.');

  const visitor = await (await openContext({ ...phone, locale: 'ja' })).newPage();
  await visitor.goto('/');
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de');
  await visitor.getByRole('button', { name: 'Menü', exact: true }).click();
  await expect(visitor.getByRole('dialog').getByRole('option')).toHaveText(['English', 'Deutsch']);
});

/** Addresses of the web app and its files. What the server draws has a test of its own. */
const places = [
  '/',
  '/landing',
  '/about',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/submit',
  '/liked',
  '/profile',
  '/history',
  '/admin',
  '/unknown',
  '/index.html',
  '/unreachable.html',
  '/manifest.webmanifest',
  '/before-paint.js',
];

test('nothing names the software once the instance has a name and hides “Powered by”', async ({
  openContext,
  url,
}) => {
  const context = await openContext(desktop);
  await logIn(context, url, admin);
  const data = { ...defaultInstance, name: 'Toybox', showPoweredBy: false };
  await callApi(context, url, { method: 'PUT', path: '/api/admin/instance', data });
  const visitors = await openContext(phone);
  for (const path of places) {
    const response = await visitors.request.get(url + path);
    expect(/.{0,60}Zapdeck/.exec(await response.text())?.[0], path).toBeUndefined();
  }
  const page = await visitors.newPage();
  for (const path of ['/', '/about', '/login', '/liked', '/discover']) {
    await page.goto(path);
    await expect(page).toHaveTitle(/Toybox$/);
    await expect(page.locator('body')).not.toContainText('Zapdeck');
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Toybox');
  await expect(page.getByRole('dialog', { name: 'Menu' })).not.toContainText('Zapdeck');
});
