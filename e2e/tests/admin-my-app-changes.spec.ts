import type { Page } from '@playwright/test';
import { decide, logIn, signUp, submitApp } from '../api.ts';
import { expect, expectToast, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, newcomer, phone } from '../fixtures.ts';
import { admin, type World } from '../world.ts';

/** A picture without a file. SVG is drawn in any size. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40"><rect width="64" height="40" fill="#2a7"/></svg>';

async function addApproved(page: Page, world: World, title: string): Promise<string> {
  const { url, foreignUrl } = world;
  const { id } = await submitApp(page, url, {
    title,
    url: `${foreignUrl}/${title}`,
    description: 'Steeps.',
  });
  const browser = page.context().browser();
  const moderator = await browser?.newContext({ baseURL: url });
  const desk = await moderator?.newPage();
  if (!moderator || !desk) throw new Error('There is no browser');
  await logIn(desk, url, admin);
  await decide(desk, url, id);
  await moderator.close();
  return id;
}

test('a maker changes an app, a moderator reverts the change, and the maker withdraws and resubmits it', async ({
  openContext,
  openAdmin,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 400 .*\/picture$/);
  const page = await (await openContext(phone)).newPage();
  await signUp(page, ownWorld.url, newcomer('Mia'));
  const title = `Tea${Date.now()}`;
  const id = await addApproved(page, ownWorld, title);
  await page.goto(`/my-app?app=${id}`);
  const sheet = page.getByRole('dialog');
  const said = page.getByRole('region', { name: 'Notifications' });

  await test.step('typed changes survive closing the form and a reload', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await sheet.getByLabel('App Title').fill(`${title} Casino`);
    await sheet.getByRole('button', { name: 'Later' }).tap();
    await page.reload();
    await page.getByRole('button', { name: 'Continue editing' }).tap();
    await expect(sheet.getByLabel('App Title')).toHaveValue(`${title} Casino`);
    await sheet.getByLabel('App URL').fill(`${ownWorld.foreignUrl}/casino-${title}`);
    await expectNoFindings(page, 'the form of an edit');
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await expect(said).toContainText(
      'In review: URL. People see the approved version until the review ends.',
    );
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel the change: URL' })).toBeVisible();
    await expect(page.getByRole('heading', { name: `${title} Casino` })).toBeVisible();
  });

  await test.step('a picture is previewed before the upload, and an invalid file is rejected with a message', async () => {
    const input = page.getByLabel(/Upload a picture|Choose another/);
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: 'Use this picture' }).tap();
    await expect(page.getByText('This file cannot be read').first()).toBeVisible();
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE) });
    await expect(page.getByRole('img', { name: 'Chosen picture' })).toBeVisible();
    await page.getByRole('button', { name: 'Use this picture' }).tap();
    await expect(page.getByText('Picture that you uploaded.')).toBeVisible();
    await expectNoFindings(page, 'the app of a maker');
  });

  await test.step('a moderator sees each field before and after, and reverts the listing', async () => {
    const desk = await openAdmin('/admin', desktop);
    await desk.goto(`/admin/app?id=${id}`);
    await expect(desk.getByRole('region', { name: 'Data' })).toContainText(`/casino-${title}`);
    await desk.getByRole('link', { name: 'Review its changes' }).click();
    const changed = desk
      .getByRole('region', { name: 'Changed since approval' })
      .getByRole('listitem')
      .filter({ hasText: title });
    await expect(changed.getByText(`${title} Casino`).first()).toBeVisible();
    await expect(changed).toContainText('In review, not public yet');
    await expect(changed).toContainText('Picture, uploaded');
    await expectNoFindings(desk, 'changed since approval');
    await changed.getByRole('button', { name: `Refuse the changes to ${title} Casino` }).click();
    await desk
      .getByRole('dialog')
      .getByLabel(/Reason/)
      .fill('This is another app.');
    await desk.getByRole('button', { name: 'Refuse changes' }).click();
    await expectToast(desk, 'Changes refused');
    await expect(changed).toHaveCount(0);
  });

  await test.step('the maker reads what a withdrawal does, withdraws the app and resubmits it', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw' }).tap();
    await expect(sheet).toContainText('It and its public page go offline right away');
    await expectNoFindings(page, 'the question before a withdrawal');
    await sheet.getByRole('button', { name: 'Withdraw' }).tap();
    await expect(page.getByText(/You withdrew it/)).toBeVisible();
    await page.getByRole('button', { name: 'Resubmit' }).tap();
    await expect(said).toContainText('We’ll review it within 24-48 hours');
    await expect(page.getByRole('button', { name: 'Resubmit' })).toHaveCount(0);
  });
});

test('a visitor sees the approved title until a moderator accepts the new one', async ({
  openContext,
  openAdmin,
  ownWorld,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, ownWorld.url, newcomer('Mia'));
  const title = `Kitten${Date.now()} counter`;
  const wanted = `Official sign-in of the bank ${Date.now()}`;
  const id = await addApproved(page, ownWorld, title);
  await page.goto(`/my-app?app=${id}`);
  const sheet = page.getByRole('dialog');
  const said = page.getByRole('region', { name: 'Notifications' });
  const inReview = page.getByText('In review: title. People see the approved version until the review ends.');
  const visitor = await (await openContext(phone)).newPage();
  const publicTitle = visitor.getByRole('heading', { level: 1 });
  const openPublicPage = async () => {
    const shown = await page.request.get(`/api/user/apps/${id}`);
    await visitor.goto(((await shown.json()) as { pageUrl: string }).pageUrl);
  };
  const wantTitle = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await expect(sheet).toContainText('If you change more than half of the words');
    await sheet.getByLabel('App Title').fill(wanted);
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await expect(sheet).toBeHidden();
  };

  await test.step('the maker reads that the title is in review, and the public sees the approved one', async () => {
    await wantTitle();
    await expect(said).toContainText('In review: title.');
    await expect(inReview.last()).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectNoFindings(page, 'an app with a title in review');
    await openPublicPage();
    await expect(publicTitle).toHaveText(title);
  });

  await test.step('the maker finds the new title in the form, and cancels it', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await expect(sheet.getByLabel('App Title')).toHaveValue(wanted);
    await sheet.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Cancel the change: title' }).tap();
    await expect(inReview).toHaveCount(0);
  });

  await test.step('a moderator accepts the title, and the public sees it', async () => {
    await wantTitle();
    const desk = await openAdmin('/admin', desktop);
    const changed = desk
      .getByRole('region', { name: 'Changed since approval' })
      .getByRole('listitem')
      .filter({ hasText: wanted });
    await expect(changed).toContainText(title);
    await expect(changed).toContainText('In review, not public yet');
    await expectNoFindings(desk, 'a title in review');
    await changed.getByRole('button', { name: `Accept the changes to ${title}` }).click();
    await expectToast(desk, 'Changes accepted');
    await openPublicPage();
    await expect(publicTitle).toHaveText(wanted);
    await page.reload();
    await expect(page.getByRole('heading', { name: wanted })).toBeVisible();
    await expect(inReview).toHaveCount(0);
  });
});
