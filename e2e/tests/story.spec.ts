import type { Page } from '@playwright/test';
import { card, dealNearly, frameStillApps, likedTitles, title } from '../feed-page.ts';
import { desktop, expect, inMotion, newcomer, PASSWORD, phone, swipe, test } from '../fixtures.ts';
import { admin } from '../world.ts';

test.use(inMotion);

/** Expects that the framed app in front is loaded and shows its content. */
async function expectLiveApp(page: Page): Promise<void> {
  const frame = card(page).frameLocator('iframe');
  await expect(frame.locator('body')).not.toBeEmpty();
  await expect(card(page).locator('iframe')).toBeVisible();
}

async function nextCard(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await title(page).textContent();
  await act();
  await expect(title(page)).not.toHaveText(before ?? '');
}

test('a new member votes and submits an app, an admin approves it, and another member sees it', async ({
  openContext,
  foreignUrl,
}) => {
  const maker = newcomer('Mia');
  const app = { title: `Tea Timer ${maker.email.slice(4, 10)}`, url: `${foreignUrl}/${maker.email}` };

  const onPhone = await (await openContext(phone)).newPage();
  await test.step('signs up on a phone', async () => {
    await onPhone.goto('/');
    await expect(onPhone.getByRole('heading', { name: 'Discover Amazing Web Apps' })).toBeVisible();
    await onPhone.getByRole('link', { name: 'Get Started' }).tap();
    await onPhone.getByRole('button', { name: 'Sign up' }).tap();
    await expect(onPhone.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await onPhone.getByLabel('First name').fill(maker.firstName);
    await onPhone.getByLabel('Email').fill(maker.email);
    await onPhone.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await onPhone.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await onPhone.getByRole('button', { name: 'Create Account' }).tap();
    await expect(onPhone).toHaveURL(/\/home/);
  });

  await test.step('likes a live app with a swipe to the right', async () => {
    await expectLiveApp(onPhone);
    const liked = await title(onPhone).textContent();
    await expect(card(onPhone).locator('.feed-layer')).toBeVisible();
    await nextCard(onPhone, () => swipe(onPhone, { x: 90, y: 420 }, { x: 350, y: 430 }));
    await expect.poll(() => likedTitles(onPhone)).toEqual([liked]);
  });

  await test.step('passes an app, zaps another, votes down and removes the vote', async () => {
    await expectLiveApp(onPhone);
    await nextCard(onPhone, () => swipe(onPhone, { x: 330, y: 420 }, { x: 40, y: 410 }));
    await nextCard(onPhone, () => onPhone.getByRole('button', { name: 'Zap to the next app' }).tap());
    const downvote = onPhone.getByRole('button', { name: 'Downvote' });
    // The toast disappears after a second and a half, so the expectation starts before the tap.
    await Promise.all([expect(onPhone.getByText('Vote Recorded')).toBeVisible(), downvote.tap()]);
    await expect(downvote).toHaveAttribute('aria-pressed', 'true');
    await expect(downvote).toBeEnabled();
    await Promise.all([expect(onPhone.getByText('Vote Removed')).toBeVisible(), downvote.tap()]);
    await expect(downvote).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('tries an app and returns to swiping', async () => {
    await onPhone.getByRole('button', { name: 'Try it' }).tap();
    const handle = onPhone.getByRole('button', { name: 'Back to swiping' });
    await expect(handle).toBeVisible();
    await expect(card(onPhone).locator('.feed-layer')).toBeHidden();
    // Taps the end of the handle, which does not move while the handle shrinks.
    await handle.tap({ position: { x: 20, y: 20 } });
    await expect(card(onPhone).locator('.feed-layer')).toBeVisible();
  });

  await test.step('submits an app', async () => {
    await onPhone.goto('/submit');
    await onPhone.getByLabel('App URL').fill(app.url);
    await onPhone.getByLabel('App Title').fill(app.title);
    await onPhone.getByLabel('Description').fill('Tells you when your tea has steeped for long enough.');
    await onPhone.getByLabel('Category').selectOption('Utilities');
    await onPhone.getByRole('button', { name: 'Submit for Review' }).tap();
    await expect(onPhone.getByRole('link', { name: 'Back to Browse' })).toBeVisible();
  });

  const atDesk = await (await openContext(desktop)).newPage();
  await test.step('an admin logs in and approves the app', async () => {
    await atDesk.goto('/admin');
    await atDesk.getByRole('link', { name: 'Log In' }).click();
    await atDesk.getByLabel('Email').fill(admin.email);
    await atDesk.getByLabel('Password', { exact: true }).fill(admin.password);
    await atDesk.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(atDesk.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    // Other stories leave apps in the queue.
    await atDesk.getByRole('region', { name: 'Pending Approvals' }).getByRole('searchbox').fill(app.title);
    const row = atDesk.getByRole('listitem').filter({ hasText: app.title });
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(atDesk.getByText('App status updated successfully')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  // Without motion and with few other cards, to save CPU time.
  const elsewhere = await openContext({ ...desktop, reducedMotion: 'reduce' });
  await frameStillApps(elsewhere, { keepForeign: true });
  await dealNearly(elsewhere, app.title);
  const other = await elsewhere.newPage();
  await test.step('another member sees the app live in the feed', async () => {
    const someone = newcomer('Noor');
    await other.goto('/login');
    await other.getByRole('button', { name: 'Sign up' }).click();
    await other.getByLabel('First name').fill(someone.firstName);
    await other.getByLabel('Email').fill(someone.email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Create Account' }).click();
    await expect(other).toHaveURL(/\/home/);
    await expect(title(other)).toBeAttached();
    for (let zaps = 0; zaps < 40 && (await title(other).textContent()) !== app.title; zaps += 1) {
      await nextCard(other, () => other.keyboard.press('Space'));
    }
    await expect(title(other)).toHaveText(app.title);
    await expect(
      card(other).frameLocator('iframe').getByRole('heading', { name: 'Tea Timer' }),
    ).toBeVisible();
  });
});
