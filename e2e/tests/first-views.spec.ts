import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callApi, decide, logIn, signUp, submitApp, viewApps, vote } from '../api.ts';
import { expect, expectToast, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { desktop, phone } from '../fixtures.ts';
import { bringPeople, finishFirstViews } from '../past.ts';
import { admin } from '../world.ts';

/** Views the app as a new member, and passes or likes it after some seconds. */
async function viewAndDecide(page: Page, url: string, appId: string, isLike: boolean): Promise<void> {
  await signUp(page, url);
  await viewApps(page, url, [appId]);
  const interactions = [{ appId, interactionType: isLike ? 'like' : 'skip', duration: 12_000 }];
  const data = { batchId: randomUUID(), interactions };
  await callApi(page, url, { method: 'POST', path: '/api/interactions/batch', data });
  if (isLike) await vote(page, url, appId);
}

test('a maker follows the first views of an app, reads the report, and sends a new version', async ({
  openContext,
  openAdmin,
  ownWorld,
}) => {
  const { url, foreignUrl } = ownWorld;
  const page = await (await openContext(phone)).newPage();
  const visitor = await (await openContext(phone)).newPage();
  await signUp(page, url);
  const section = page.getByRole('region', { name: 'First views' });

  await test.step('a small instance promises everybody who comes, a larger one a hundred people', async () => {
    await page.goto('/submit');
    await expect(page.getByText('everybody who comes in its first 7 days sees it')).toBeVisible();
    await bringPeople(ownWorld, 150);
    await page.reload();
    await expect(page.getByText('we show it to 100 people who haven’t seen it')).toBeVisible();
  });

  const app = await submitApp(page, url, { title: 'Tea Levels', url: `${foreignUrl}/levels` });
  await page.goto(`/my-app?app=${app.id}`);
  await expect(section).toContainText('0 of its first 100 views');
  await expect(section).toContainText('Starts once it is approved.');

  await test.step('views of other people count once it is approved', async () => {
    const moderator = await (await openContext(desktop)).newPage();
    await logIn(moderator, url, admin);
    await decide(moderator, url, app.id);
    await viewApps(page, url, [app.id]);
    for (const number of [1, 2, 3, 4, 5, 6]) await viewAndDecide(visitor, url, app.id, number <= 2);
    await page.reload();
    await expect(section).toContainText('6 of its first 100 views');
    await expect(section.getByRole('progressbar')).toHaveAttribute('value', '6');
    await expectNoFindings(page, 'first views under way');
  });

  await test.step('the report says what they made of it', async () => {
    await finishFirstViews(ownWorld, app.id);
    await page.reload();
    const report = section.getByRole('article');
    await expect(report).toContainText('100 people saw it for the first time');
    await expect(report).toContainText('2 of 6 liked it');
    await expect(report).toContainText('6 people with an account');
    await expect(report).toContainText('too few other reports');
    await expectNoFindings(page, 'the report of an app');
  });

  await test.step('a new version needs a note, and waits for a moderator', async () => {
    await section.getByRole('button', { name: 'Send a new version' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Send a new version' });
    await sheet.getByRole('button', { name: 'Send for review' }).tap();
    await expect(sheet.getByText('Please say what is new')).toBeVisible();
    await sheet.getByLabel('What’s new?').fill('Twelve new levels');
    await sheet.getByRole('button', { name: 'Send for review' }).tap();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('New version sent');
    await expect(section).toContainText('New version in review');
    await expect(section).toBeFocused();
    await expectNoFindings(page, 'a new version in review');
  });

  await test.step('a cancelled version can be sent again with its note', async () => {
    const messages = page.getByRole('region', { name: 'Notifications' });
    await section.getByRole('button', { name: 'Cancel the new version' }).tap();
    await expect(messages).toContainText('New version cancelled');
    await expect(section.getByRole('button', { name: 'Send a new version' })).toBeVisible();
    await expect(section).toBeFocused();
    await messages.getByRole('button', { name: 'Undo' }).tap();
    await expect(section).toContainText('Twelve new levels');
    await expect(section).toContainText('New version in review');
  });

  await test.step('a moderator accepts it, and the maker follows fifty views', async () => {
    const desk = await openAdmin('/admin', desktop);
    const changed = desk
      .getByRole('region', { name: 'Changed since approval' })
      .getByRole('listitem')
      .filter({ hasText: 'Tea Levels' });
    await expect(changed).toContainText('Twelve new levels');
    await changed.getByRole('button', { name: 'Accept the changes to Tea Levels' }).click();
    await expectToast(desk, 'Changes accepted');
    await page.reload();
    await expect(section).toContainText('0 of 50 views of the new version');
    await finishFirstViews(ownWorld, app.id);
    await page.reload();
    await expect(section.getByRole('article')).toHaveCount(2);
    await expect(section.getByRole('article').first()).toContainText('Twelve new levels');
    await expect(section).toContainText('You can send the next new version from');
  });

  await test.step('an admin sees the backlog', async () => {
    const desk = await openAdmin('/admin/config', desktop);
    const card = desk.getByRole('region', { name: 'First views' });
    await expect(card).toContainText('No app waits for first views.');
    await expect(card).toContainText('10%');
  });
});
