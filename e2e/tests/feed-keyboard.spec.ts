import type { Locator, Page } from '@playwright/test';
import {
  button,
  card,
  frameStillApps,
  likedTitles,
  message,
  tabInto,
  title,
  titleText,
  toNext,
} from '../feed-page.ts';
import { desktop, expect, newcomer, PASSWORD, test } from '../fixtures.ts';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Forty times Tab did not lead there.');
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

test('a member signs up, votes, tries an app and reports it with the keyboard alone', async ({
  openContext,
}) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  const page = await context.newPage();
  const who = newcomer('Kit');

  await test.step('signs up', async () => {
    await page.goto('/');
    await press(page, page.getByRole('link', { name: 'Get Started' }).first());
    await press(page, button(page, 'Sign up'));
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeFocused();
    for (const [label, text] of [
      ['First name', who.firstName],
      ['Email', who.email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home/);
    await expect(title(page)).toBeAttached();
  });

  const first = await titleText(page);
  await test.step('likes, passes, zaps, undoes and votes', async () => {
    const second = await toNext(page, () => page.keyboard.press('ArrowRight'));
    const third = await toNext(page, () => page.keyboard.press('ArrowLeft'));
    const fourth = await toNext(page, () => page.keyboard.press('ArrowDown'));
    expect(await toNext(page, () => page.keyboard.press('Backspace'))).toBe(third);
    expect(await toNext(page, () => page.keyboard.press(' '))).toBe(fourth);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    await page.keyboard.press('ArrowUp');
    await expect(message(page)).toContainText(`You liked ${fourth}`);
    await expect(title(page)).toHaveText(fourth);
    await expect.poll(() => likedTitles(page)).toEqual([fourth, first]);
    await expect(page.getByRole('status').filter({ hasText: fourth }).first()).toBeAttached();
  });

  await test.step('zaps with the space bar after any click', async () => {
    await button(page, 'Undo').click();
    await toNext(page, () => page.keyboard.press(' '));
    await button(page, 'Menu').click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await toNext(page, () => page.keyboard.press(' '));
    await button(page, 'Hide the action bar').click();
    await toNext(page, () => page.keyboard.press(' '));
    await button(page, 'Show the action bar').click();
    await toNext(page, () => page.keyboard.press(' '));
  });

  await test.step('reads the keyboard shortcuts', async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toBeVisible();
    await expect(keys.locator('dl > div').first()).toHaveText('→Like and next');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('tries the app, types into it, and returns', async () => {
    await expect(button(page, 'Try it')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Back to swiping')).toBeFocused();
    const field = card(page).frameLocator('iframe').getByLabel('Type here');
    await tabInto(page, field);
    await page.keyboard.type('hello');
    await expect(field).toHaveValue('hello');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('feed-handle');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Try it')).toBeVisible();
  });

  await test.step('reports the app', async () => {
    await press(page, button(page, 'Share and details'));
    const dialog = page.getByRole('dialog');
    await press(page, dialog.getByRole('button', { name: 'Report', exact: true }));
    await expect(dialog.getByRole('radio', { name: 'Doesn’t work' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: 'Spam or scam' })).toBeChecked();
    await tabInto(page, dialog.getByRole('textbox'));
    await page.keyboard.type('It never ends.');
    await press(page, dialog.getByRole('button', { name: 'Submit report' }));
    await expect(message(page)).toContainText('Report Submitted');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('goes to the profile', async () => {
    await press(page, button(page, 'Profile'));
    await expect(page).toHaveURL(/\/profile$/);
  });
});
