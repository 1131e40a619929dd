import type { Page } from '@playwright/test';
import { signUp } from '../api.ts';
import { button, frameStillApps, message, openFeed, recordCalls, titleText, toNext } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function appInFront(page: Page): Promise<{ url: string; pageUrl: string; description: string }> {
  const ids = new URL(page.url()).searchParams.get('app') ?? '';
  const [app] = (await (await page.request.get('/api/apps', { params: { ids } })).json()) as never[];
  if (!app) throw new Error('The address names no app');
  return app;
}

async function openDetails(page: Page): Promise<void> {
  await button(page, 'Share and details').click();
  await expect(dialog(page)).toBeVisible();
}

test('a member opens the details of an app, shares it and reports it', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_CONNECTION_RESET .*\/reports$/);
  const context = await openContext(desktop);
  await frameStillApps(context);
  await context.addInitScript(() => {
    Object.assign(window, { copied: [] });
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: async (text: string) => {
          const { copied } = window as unknown as { copied: string[] };
          if (copied.push(text) > 2) throw new Error('Denied');
        },
      },
    });
  });
  const page = await context.newPage();
  await signUp(page, url);
  const calls = recordCalls(page);
  const reports = () => calls.filter(({ path }) => path === '/api/reports');
  await openFeed(page);
  const name = await titleText(page);
  const { url: address, pageUrl } = await appInFront(page);

  await test.step('the details describe the app and link to it without an opener', async () => {
    await openDetails(page);
    await expect(dialog(page).getByRole('heading', { name })).toBeVisible();
    // The feed has no scroll bar, so the dialog must reserve no space for one.
    expect(await page.evaluate(() => innerWidth - document.body.clientWidth)).toBe(0);
    await expect(dialog(page).getByText(/^by \S/)).toBeVisible();
    await expect(dialog(page).getByText(new URL(address).host.replace(/^www\./, ''))).toBeVisible();
    await expect(dialog(page).getByText('Likes')).toBeVisible();
    await expect(dialog(page).getByText('Views')).toBeVisible();
    await expect(dialog(page).getByRole('heading', { name: 'Categories' })).toBeVisible();
    const open = dialog(page).getByRole('link', { name: 'Open App' });
    await expect(open).toHaveAttribute('href', address);
    await expect(open).toHaveAttribute('target', '_blank');
    await expect(open).toHaveAttribute('rel', 'noopener noreferrer');
  });

  await test.step('without a share sheet, the link is copied, or a message says that it was not', async () => {
    const share = dialog(page).getByRole('button', { name: 'Share' });
    await share.click();
    await expect(message(page)).toContainText('Link Copied');
    await expect(message(page)).toContainText('App URL copied to clipboard');
    await dialog(page).getByRole('button', { name: 'Copy link to the app itself' }).click();
    const copied = () => page.evaluate(() => (window as unknown as { copied: string[] }).copied);
    await expect.poll(copied).toEqual([pageUrl, address]);
    await page.evaluate(() => (document.execCommand = () => false));
    await share.click();
    await expect(message(page)).toContainText('Failed to copy link');
  });

  const panel = dialog(page).getByRole('textbox', { name: 'What is wrong?' });
  const submit = dialog(page).getByRole('button', { name: 'Submit report' });
  await test.step('a report needs a reason, and Cancel discards it', async () => {
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    await panel.fill('   ');
    await submit.click();
    await expect(message(page)).toContainText('Please provide a reason for reporting');
    await panel.fill('Never mind');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    await expect(panel).toHaveValue('');
    expect(reports()).toEqual([]);
  });

  await test.step('a suggested reason is enough, except “Something else”', async () => {
    const reason = (label: string) => dialog(page).getByRole('radio', { name: label });
    await expect(reason('Doesn’t work')).toBeFocused();
    const choose = (label: string) => dialog(page).getByText(label, { exact: true }).click();
    await choose('Something else');
    await submit.click();
    await expect(message(page)).toContainText('Please provide a reason for reporting');
    await choose('Spam or scam');
    await expect(reason('Spam or scam')).toBeChecked();
    await submit.click();
    await expect(message(page)).toContainText('Report Submitted');
    await expect(dialog(page)).toHaveCount(0);
    calls.splice(0);
    await openDetails(page);
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    await expect(reason('Spam or scam')).not.toBeChecked();
  });

  await test.step('a failed report shows a message, and keeps its text and key', async () => {
    await page.route('**/api/reports', (route) => route.abort('connectionreset'));
    await panel.fill('It asks for my bank card.');
    await submit.click();
    await expect(message(page)).toContainText('Failed to submit report. Please try again.');
    await expect(panel).toHaveValue('It asks for my bank card.');
    await page.unroute('**/api/reports');
    await submit.click();
    await expect(message(page)).toContainText('Report Submitted');
    await expect(message(page)).toContainText("Thank you for reporting. We'll review this app.");
    await expect(dialog(page)).toHaveCount(0);
    expect(new Set(reports().map(({ key }) => key)).size).toBe(1);
    await openDetails(page);
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    await expect(panel).toHaveValue('');
  });

  await test.step('a draft of a report is kept for its author only', async () => {
    const reopen = async () => {
      await page.reload();
      await openDetails(page);
      await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    };
    await panel.fill('Only I should read this.');
    await reopen();
    await expect(panel).toHaveValue('Only I should read this.');
    await signUp(page, url);
    await reopen();
    await expect(panel).toHaveValue('');
  });

  await test.step('Back closes the details together with their card, and drops the report', async () => {
    await page.keyboard.press('Escape');
    await toNext(page, () => button(page, 'Zap to the next app').click());
    await openDetails(page);
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
    await panel.fill('About the second.');
    await toNext(page, () => page.goBack());
    await expect(dialog(page)).toHaveCount(0);
  });
});

test('a member shares an app with the share sheet of the device', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  await context.addInitScript(() => {
    const closed = Object.assign(new Error('Closed'), { name: 'AbortError' });
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => {
      if (data && shared.push(data) > 1) throw closed;
    };
  });
  const page = await context.newPage();
  await signUp(page, url);
  await openFeed(page);
  const name = await titleText(page);
  const app = await appInFront(page);
  await openDetails(page);
  const share = dialog(page).getByRole('button', { name: 'Share' });
  await share.tap();
  await share.tap();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  const wanted = { title: name, text: app.description, url: app.pageUrl };
  expect(shared).toEqual([wanted, wanted]);
  // Closing the share sheet of the device is no failure.
  await expect(message(page)).not.toContainText('link');

  await test.step('dragging the details down closes them', async () => {
    const grip = dialog(page).getByRole('heading', { level: 2 });
    const box = await grip.boundingBox();
    if (!box) throw new Error('The details have no heading');
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 260, { steps: 5 });
    await page.mouse.up();
    await expect(dialog(page)).toHaveCount(0);
  });
});
