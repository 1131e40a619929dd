import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Driver, Launch } from './driver.ts';

/** Debian's Firefox, headless, by WebDriver BiDi, which it speaks by itself. */
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
  if (!page) throw new Error('Firefox came without a page');
  return {
    name: `Firefox ${(await browser.version()).replace(/^\D*/, '')}`,
    async goto(url) {
      const open = () => page.goto(url, { waitUntil: 'load' });
      // What loads in the frames of the page before, as when the network comes back, may end it.
      const isOvertaken = (error: unknown) => String(error).includes('NS_BINDING_ABORTED');
      await open().catch((error: unknown) => (isOvertaken(error) ? open() : Promise.reject(error)));
    },
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
