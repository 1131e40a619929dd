import { signUp } from '../api.ts';
import { button, card, frameStillApps, openFeed, titleText, toNext, zapCount } from '../feed-page.ts';
import { desktop, expect, test } from '../fixtures.ts';

test('a member sees an advertisement when it is due, until they go on', async ({ openContext, url }) => {
  const context = await openContext(desktop);
  await frameStillApps(context);
  // Sets the configuration for this member only, because it is global.
  await context.route('**/api/advertisement-config', (route) =>
    route.fulfill({ json: { enabled: true, zapsBetweenAds: 2 } }),
  );
  const page = await context.newPage();
  await signUp(page, url);
  const configRead = page.waitForResponse('**/api/advertisement-config');
  await openFeed(page);
  await configRead;
  const ad = page.getByRole('heading', { name: 'Advertisement' });
  const zap = () => toNext(page, () => page.keyboard.press('Space'));
  const goOn = button(page, 'Continue Browsing');

  await zap();
  await expect(button(page, 'Upvote')).toBeEnabled();
  await expect(ad).toHaveCount(0);
  const third = await zap();

  await test.step('after the second zap, the ad allows its own button only, but no key or drag', async () => {
    await expect(ad).toBeFocused();
    await expect(page.getByText('An ad displays every 2 zaps')).toBeVisible();
    await expect(card(page)).toHaveJSProperty('inert', true);
    for (const name of ['Undo', 'Downvote', 'Zap to the next app', 'Upvote', 'Share and details']) {
      await expect(button(page, name)).toBeDisabled();
    }
    await expect(button(page, 'Profile')).toBeEnabled();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Backspace', 'Escape']) {
      await page.keyboard.press(key);
    }
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(1_200, 210, { steps: 4 });
    await page.mouse.up();
    await expect(ad).toBeVisible();
    expect(await titleText(page)).toBe(third);
  });

  await test.step('a reload keeps the ad, and its button ends it', async () => {
    await expect.poll(() => zapCount(page)).toBe(2);
    await page.reload();
    await expect(ad).toBeVisible();
    await goOn.click();
    await expect(ad).toHaveCount(0);
    expect(await titleText(page)).toBe(third);
    // The feed has the keys again, and announces the card to screen readers.
    await expect(page.locator('.feed')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: third })).toBeAttached();
    await expect(card(page)).toHaveJSProperty('inert', false);
    await page.reload();
    await expect(button(page, 'Upvote')).toBeEnabled();
    await expect(ad).toHaveCount(0);
  });

  await test.step('the bar can be hidden and shown, also during an ad', async () => {
    await page.reload();
    await zap();
    await zap();
    await expect(ad).toBeVisible();
    await button(page, 'Hide the action bar').click();
    await expect(button(page, 'Profile')).toBeHidden();
    await button(page, 'Show the action bar').click();
    await expect(button(page, 'Profile')).toBeVisible();
    await goOn.click();
  });

  await test.step('after an ad that followed a vote, the next card is shown', async () => {
    const voted = await titleText(page);
    for (const name of ['Upvote', 'Downvote']) {
      await expect(ad).toHaveCount(0);
      const recorded = page.waitForResponse('**/api/votes');
      await button(page, name).click();
      await recorded;
    }
    await expect(ad).toBeVisible();
    expect(await titleText(page)).toBe(voted);
    expect(await toNext(page, () => goOn.click())).not.toBe(voted);
    await expect(ad).toHaveCount(0);
  });
});
