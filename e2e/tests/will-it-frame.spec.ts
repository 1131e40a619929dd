import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type FrameCase, frameCases } from '@zapdeck/server/urls/frame-cases.fixture';
import { launchOptions } from '../browser.ts';
import { openFrameLab } from '../frame-lab.ts';

declare global {
  interface Window {
    framed: number[];
  }
}

/** A page that may always be framed; by the time it is shown, those before it have had their turn. */
const SENTINEL = 'page.example.com/sentinel';

async function withLab(cases: readonly FrameCase[], use: (browser: Browser) => Promise<void>): Promise<void> {
  const lab = await openFrameLab(cases);
  const { args, ...options } = launchOptions(process.env);
  const browser = await chromium.launch({ ...options, args: [...args, ...lab.args] });
  try {
    await use(browser);
  } finally {
    await browser.close();
    lab.close();
  }
}

/** The numbers of the cases that an embedder's page really showed. */
async function framedOn(page: Page, embedder: string): Promise<number[]> {
  await page.goto(embedder, { waitUntil: 'load' });
  await page.evaluate(
    (src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    },
    `${new URL(embedder).protocol}//${SENTINEL}`,
  );
  await page.waitForFunction(() => window.framed.some(Number.isNaN));
  return page.evaluate(() => window.framed.filter((number) => !Number.isNaN(number)));
}

test('Chromium frames what the cases say and nothing else', { tag: '@thorough' }, async () => {
  await withLab(frameCases, async (browser) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, acceptDownloads: false });
    const framed = new Set<number>();
    for (const embedder of new Set(frameCases.map((one) => one.embedder))) {
      for (const number of await framedOn(await context.newPage(), embedder)) framed.add(number);
    }
    for (const [index, { name, isFramed, embedder }] of frameCases.entries()) {
      expect.soft(framed.has(index), `${name} (${embedder})`).toBe(isFramed);
    }
  });
});

test('Chromium frames no page whose certificate it does not trust', { tag: '@thorough' }, async () => {
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
      const framed = await framedOn(await browser.newPage({ ignoreHTTPSErrors }), embedder);
      expect(framed).toEqual(ignoreHTTPSErrors ? [0] : []);
    }
  });
});
