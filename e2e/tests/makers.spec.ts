import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decide, logIn, signUp, submitApp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { expect, newcomer, phone, test } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { admin } from '../world.ts';

test('a maker verifies an app, makes a maker page, and chooses mails', async ({
  openContext,
  url,
  mailFolder,
}) => {
  let tag = '';
  const host = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><html lang="en"><head><title>Mine</title>${tag}</head><body>x</body></html>`),
  );
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const appUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;

  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url, newcomer('Mira'));
  const [confirmation = ''] = await linksTo(mailFolder, email, '/verify-email');
  await page.goto(confirmation);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  const app = await submitApp(page, url, { title: 'Mine Alone', url: appUrl });
  const other = await (await openContext({})).newPage();
  await logIn(other, url, admin);
  await decide(other, url, app.id);

  await test.step('the check finds the token only once it is on the page', async () => {
    await page.goto(`/my-app?app=${app.id}`);
    await page.getByRole('button', { name: 'Check now' }).tap();
    await expect(page.getByText('found neither the tag nor the line')).toBeVisible();
    tag = await page.getByLabel('Add this tag to the <head> of your page').inputValue();
    await page.getByRole('button', { name: 'Check now' }).tap();
    await expect(page.getByText(/^Verified/).last()).toBeVisible();
    await expect(page.getByRole('img', { name: 'Verified maker' })).toBeVisible();
    await expectNoFindings(page, 'the app’s verification');
  });

  const handle = `mira-${Date.now().toString(36)}`;
  await test.step('the maker page is created in the settings, after a message about an invalid link', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Create your page' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Your maker page' });
    await sheet.getByLabel('Address').fill(handle);
    await sheet.getByLabel('Name').fill('Mira Makes');
    await sheet.getByLabel('A line about you').fill('Small things that tick.');
    await sheet.getByLabel('Links').fill('http://mira.example.com');
    await sheet.getByRole('button', { name: 'Save the page' }).tap();
    await expect(
      sheet.getByText('Please enter the address of a website that starts with https://'),
    ).toBeVisible();
    await sheet.getByLabel('Links').fill('https://mira.example.com');
    await expectNoFindings(page, 'the sheet of the page');
    await sheet.getByRole('button', { name: 'Save the page' }).tap();
    await expect(page.getByText('Page saved')).toBeVisible();
  });

  await test.step('the selected mails are kept', async () => {
    const weekly = page.getByLabel('Weekly summary');
    await weekly.tap();
    await expect(weekly).toBeChecked();
    await expect(page.getByLabel('First 10 likes')).toBeChecked();
    await expectNoFindings(page, 'the settings');
    await page.reload();
    await expect(weekly).toBeChecked();
  });

  await test.step('the page of the app links to the maker page', async () => {
    await page.goto(app.pageUrl);
    await expect(page.getByRole('img', { name: 'Verified maker' })).toBeVisible();
    await page.getByRole('link', { name: 'Mira' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Mira Makes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mine Alone' })).toBeVisible();
    await expectNoFindings(page, 'the maker’s page');
  });

  host.close();
});
