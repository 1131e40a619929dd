import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts, waitUntilOk } from '@zapdeck/server/testing/server-process';
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';
import type { Driver, Launch, NamedKey } from './driver.ts';

const MINI_BROWSER_FOLDER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1';
const keys: Record<NamedKey, string> = {
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  Backspace: Key.BACK_SPACE,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
};

/** Starts a virtual display, because MiniBrowser has no headless mode. */
async function startDisplay(): Promise<{ name: string; end: () => void }> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  return { name: `:${String(number).trim()}`, end: () => display.kill() };
}

async function startDriver(display: string, locale: string): Promise<{ url: string; end: () => void }> {
  const { port } = await freePorts();
  const driver = spawn('WebKitWebDriver', ['-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LC_ALL: locale,
      // A container has no graphics card, and no permission to create a sandbox.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilOk(`${url}/status`);
  return { url, end: () => driver.kill() };
}

async function openBrowser(url: string, { size, proxyPort }: Launch): Promise<WebDriver> {
  const proxy = `127.0.0.1:${proxyPort}`;
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      proxy: { proxyType: 'manual', httpProxy: proxy, noProxy: [] },
      'webkitgtk:browserOptions': { binary: `${MINI_BROWSER_FOLDER}/MiniBrowser`, args: ['--automation'] },
    })
    .build();
  await driver.manage().window().setRect({ x: 0, y: 0, width: size.width, height: size.height });
  return driver;
}

/** Starts the MiniBrowser of Debian's WebKitGTK, driven by classic WebDriver. It supports a mouse only. */
export async function startWebKit(locale: string, launch: Launch): Promise<Driver> {
  const display = await startDisplay();
  const service = await startDriver(display.name, locale);
  const driver = await openBrowser(service.url, launch);
  const version = (await driver.getCapabilities()).get('browserVersion') as string;
  const pointer = () => driver.actions({ async: false });
  return {
    name: `WebKitGTK ${version}`,
    goto: (url) => driver.get(url),
    async run(script, ...args) {
      const { value, failure } = await driver.executeAsyncScript<{ value?: never; failure?: string }>(
        `const done = arguments[arguments.length - 1];
        Promise.resolve([].slice.call(arguments, 0, -1)).then((given) => (${String(script)})(...given))
          .then((value) => done({ value }), (error) => done({ failure: String(error) }));`,
        ...args,
      );
      if (failure !== undefined) throw new Error(failure);
      return value as never;
    },
    click: ({ x, y }) =>
      pointer()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform(),
    async drag([from, ...rest]) {
      if (!from) return;
      const actions = pointer()
        .move({ ...from, duration: 0 })
        .press();
      for (const point of rest) actions.move({ ...point, duration: 10 });
      await actions.release().perform();
    },
    type: (text) => driver.switchTo().activeElement().sendKeys(text),
    press: (key) =>
      driver
        .actions()
        .sendKeys(keys[key as NamedKey] ?? key)
        .perform(),
    choose: ({ selector, path }) => driver.findElement(By.css(selector)).sendKeys(path),
    // WebDriver has no offline mode. The proxy refuses the requests.
    setOffline: async () => undefined,
    async quit() {
      await driver.quit().catch(() => undefined);
      service.end();
      display.end();
    },
  };
}
