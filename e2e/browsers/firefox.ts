import { setTimeout as delay } from 'node:timers/promises';
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import type { Driver, Launch } from './driver.ts';

const OPEN_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Opens the URL. Puppeteer misses the end of some navigations in Firefox, so this polls the page. */
async function open(page: Page, url: string): Promise<void> {
  await page.evaluate(() => void Object.assign(globalThis, { isLeft: true }));
  let failure: unknown;
  const start = () => {
    page.goto(url, { timeout: 0 }).catch((error: unknown) => {
      // Frames of the previous page that load again, for example when the network returns, may abort it.
      if (String(error).includes('NS_BINDING_ABORTED')) start();
      else failure = error;
    });
  };
  start();
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  const isOpen = () =>
    page.evaluate(() => !('isLeft' in globalThis) && document.readyState !== 'loading').catch(() => false);
  while (!(await isOpen())) {
    if (failure !== undefined) throw failure;
    if (Date.now() > deadline) throw new Error(`${url} did not open within a minute`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Starts Debian's Firefox, headless. Puppeteer drives it over WebDriver BiDi. */
export async function startFirefox(executablePath: string, { size, proxyPort }: Launch): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: size.width, height: size.height, hasTouch: size.name === 'phone' },
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.allow_hijacking_localhost': true,
      'network.proxy.no_proxies_on': '',
    },
  });
  const [page] = await browser.pages();
  if (!page) throw new Error('Firefox opened no page');
  return {
    name: `Firefox ${(await browser.version()).replace(/^\D*/, '')}`,
    goto: (url) => open(page, url),
    run: (script, ...args) => page.evaluate(script as (...given: unknown[]) => unknown, ...args) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag([from, ...rest]) {
      if (!from) return;
      if (size.name === 'phone') {
        await page.touchscreen.touchStart(from.x, from.y);
        for (const { x, y } of rest) await page.touchscreen.touchMove(x, y);
        return page.touchscreen.touchEnd();
      }
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async choose({ selector, path }) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(path);
    },
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    quit: () => browser.close(),
  };
}
