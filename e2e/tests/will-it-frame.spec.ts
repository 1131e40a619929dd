import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import type { FrameCase } from '@zapdeck/server/urls/frame-case.fixture';
import { frameCases } from '@zapdeck/server/urls/frame-cases.fixture';
import { wholeBrowserOptions } from '../browser.ts';
import { casesOn, openFrameLab } from '../frame-lab.ts';

declare global {
  interface Window {
    framed: number[];
  }
}

/** A page that can always be framed. Once it is shown, all pages before it have had time to load. */
const SENTINEL = 'page.example.com/sentinel';

async function withLab(cases: readonly FrameCase[], use: (browser: Browser) => Promise<void>): Promise<void> {
  const lab = await openFrameLab(cases);
  // The headless shell has no viewer for documents.
  const { args, ...options } = wholeBrowserOptions();
  const browser = await chromium.launch({ ...options, args: [...args, ...lab.args] });
  try {
    await use(browser);
  } finally {
    await browser.close();
    lab.close();
  }
}

async function waitForSentinel(page: Page, scheme: string): Promise<void> {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
  }, `${scheme}//${SENTINEL}`);
  await page.waitForFunction(() => window.framed.some(Number.isNaN));
}

/**
 * Returns the numbers of the cases that are shown: the browser has loaded the page or its redirect target without an
 * error, and the page has confirmed it if it can.
 */
async function shownOn(page: Page, cases: readonly FrameCase[]): Promise<number[]> {
  const messages = await page.evaluate(() => window.framed);
  const committed = page.frames().filter((frame) => /^https?:/.test(frame.url()) && frame.name() !== '');
  const mayTell = (number: number, url: string) =>
    cases[number]?.body === undefined && url.endsWith(`/${number}`);
  return committed.flatMap((frame) => {
    const number = Number(frame.name());
    return mayTell(number, frame.url()) && !messages.includes(number) ? [] : [number];
  });
}

for (const embedder of new Set(frameCases.map((one) => one.embedder))) {
  test(`Chromium frames on ${embedder} the pages that the rules expect, and no others`, async () => {
    await withLab(frameCases, async (browser) => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, acceptDownloads: false });
      for (let number = 0; casesOn(frameCases, embedder, number).length > 0; number += 1) {
        const page = await context.newPage();
        const cases = casesOn(frameCases, embedder, number);
        const named = (index: number) => `${index} ${frameCases[index]?.name}`;
        const expected = cases.filter(([, { isFramed }]) => isFramed).map(([index]) => named(index));
        await page.goto(`${embedder}/${number}`, { waitUntil: 'commit' });
        const shown = async () => (await shownOn(page, frameCases)).toSorted((a, b) => a - b).map(named);
        // Some pages redirect first, and no other page may load late.
        await expect.poll(shown, { timeout: 60_000 }).toEqual(expected);
        await waitForSentinel(page, new URL(embedder).protocol);
        await expect.poll(shown, { timeout: 60_000 }).toEqual(expected);
        await page.close();
      }
    });
  });
}

test('Chromium frames no page whose certificate it does not trust', async () => {
  const embedder = 'http://zaps.example.org';
  const page = {
    name: 'untrusted',
    headers: [],
    status: 200,
    scheme: 'https',
    embedder,
    isFramed: false,
  } as const;
  await withLab([page], async (browser) => {
    for (const ignoreHTTPSErrors of [false, true]) {
      const browserPage = await browser.newPage({ ignoreHTTPSErrors });
      await browserPage.goto(`${embedder}/0`);
      await waitForSentinel(browserPage, 'http:');
      const framed = await browserPage.evaluate(() =>
        window.framed.filter((number) => !Number.isNaN(number)),
      );
      expect(framed).toEqual(ignoreHTTPSErrors ? [0] : []);
    }
  });
});
