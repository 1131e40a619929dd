import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from '../api.ts';
import { appShown, approveApp, button, card, openFeed } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';

/** The server reuses a check for this long. */
const LOOK_REUSED_MS = 2_000;

/** The server of an app. */
interface AppServer {
  origin: string;
  /** Handles all requests from now on. */
  answer: RequestListener;
  /** Ends the server and its connections. */
  kill(): void;
}

const showPage: RequestListener = (_, response) =>
  void response.setHeader('content-type', 'text/html').end('<!doctype html><h1>It runs</h1>');
const refuseFrames: RequestListener = (request, response) => {
  response.setHeader('x-frame-options', 'DENY');
  showPage(request, response);
};

let appServer: AppServer;

test.beforeEach(async () => {
  const server = createServer((request, response) => appServer.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  appServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: showPage,
    kill() {
      server.close();
      server.closeAllConnections();
    },
  };
});
test.afterEach(() => appServer.kill());

interface Watched {
  /** Times at which the current frame was created, fired `load`, and was seen without a cover. */
  made: number;
  loads: number[];
  bare: number[];
}

/** Records in each animation frame whether the current app is seen without a cover. Times are those of the page. */
async function watchFrame(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const watched: Watched = { made: 0, loads: [], bare: [] };
    Object.assign(window, { watched });
    const seen = new WeakSet<Element>();
    const look = () => {
      const frame = document.querySelector('[data-role=current] iframe');
      if (frame && !seen.has(frame)) {
        seen.add(frame);
        watched.made = performance.now();
        frame.addEventListener('load', () => watched.loads.push(performance.now()));
      }
      if (frame && !document.querySelector('[data-role=current] .feed-poster'))
        watched.bare.push(performance.now());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}

/** Adds an approved app with a successful check. The next check is due when this resolves. */
async function addFineApp(context: BrowserContext, url: string): Promise<string> {
  const other = await context.newPage();
  const title = `Fine ${Date.now().toString(36)}`;
  const id = await approveApp(other, url, { title, address: `${appServer.origin}/` });
  const status = async () => {
    const apps = (await (await other.request.get(`/api/apps?ids=${id}`)).json()) as { frameStatus: string }[];
    return apps[0]?.frameStatus;
  };
  await expect.poll(status).toBe('ok');
  const found = Date.now();
  await expect.poll(() => Date.now() - found).toBeGreaterThanOrEqual(LOOK_REUSED_MS);
  await other.close();
  return id;
}

async function openApp(context: BrowserContext, url: string, before?: () => void) {
  const id = await addFineApp(context, url);
  before?.();
  const page = await context.newPage();
  await signUp(page, url);
  const watched = await watchFrame(page);
  await openFeed(page, id);
  return { page, watched };
}

async function expectPreview(page: Page, saying: string): Promise<void> {
  await expect(card(page).getByText(saying)).toBeVisible({ timeout: 10_000 });
  await expect(card(page).getByRole('link', { name: 'Open App' })).toBeVisible();
  await expect(card(page).locator('iframe')).toHaveCount(0);
  expect(page.frames().filter((frame) => frame.url().startsWith('chrome-error:'))).toEqual([]);
}

const AWAY = 'This app isn’t responding right now.';
const REFUSED = 'This app opens in a new tab.';

for (const [event, saying, change] of [
  ['died', AWAY, () => appServer.kill()],
  ['began to refuse frames', REFUSED, () => (appServer.answer = refuseFrames)],
] as [string, string, () => void][]) {
  test(`a member sees the preview of an app that ${event} since its last check, not an error page`, async ({
    openContext,
    url,
  }) => {
    const context = await openContext(phone);
    const { page, watched } = await openApp(context, url, change);
    await expectPreview(page, saying);
    expect((await watched()).bare).toEqual([]);
  });

  test(`a member sees the preview of an app that ${event} and redirects`, async ({ openContext, url }) => {
    const context = await openContext(phone);
    const { page, watched } = await openApp(context, url);
    await appShown(page);
    change();
    await card(page)
      .frameLocator('iframe')
      .locator('h1')
      .evaluate(() => {
        setTimeout(() => location.assign('/elsewhere'));
      });
    await expectPreview(page, saying);
    const { loads, bare } = await watched();
    expect(loads).toHaveLength(2);
    // The cover is back within 100 ms at 60 animation frames a second.
    expect(bare.filter((at) => at > (loads[1] ?? 0)).length).toBeLessThanOrEqual(6);
  });

  test(`a member who tries an app that ${event} sees its preview after the next load`, async ({
    openContext,
    url,
  }) => {
    const context = await openContext(phone);
    const { page } = await openApp(context, url);
    await appShown(page);
    await button(page, 'Try it').tap();
    await expect(button(page, 'Back to swiping')).toBeVisible();
    change();
    const heading = card(page).frameLocator('iframe').locator('h1');
    await heading.evaluate(() => {
      setTimeout(() => location.assign('/elsewhere'));
    });
    await expectPreview(page, saying);
    await expect(button(page, 'Back to swiping')).toHaveCount(0);
  });
}

test('a member sees the preview of an app that redirects to a dead address', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const dead = createServer().listen(0, '127.0.0.1');
  await once(dead, 'listening');
  const { port } = dead.address() as AddressInfo;
  dead.close();
  const { page, watched } = await openApp(context, url, () => {
    appServer.answer = (_, response) =>
      void response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><script>location.replace('http://127.0.0.1:${port}/')</script>`);
  });
  await expectPreview(page, AWAY);
  expect((await watched()).bare).toEqual([]);
});

test('a member sees a slow app once it has loaded', async ({ openContext, url }) => {
  const context = await openContext(phone);
  const answerSlowly: RequestListener = (request, response) =>
    void setTimeout(() => showPage(request, response), 4_000);
  const { page, watched } = await openApp(context, url, () => {
    appServer.answer = answerSlowly;
  });
  await appShown(page);
  const { made, loads, bare } = await watched();
  const [load = 0] = loads;
  expect(load - made).toBeGreaterThan(3_500);
  // Every splash needs 300 ms to paint and 1,000 ms to fade. The rest is the check.
  expect((bare[0] ?? 0) - load).toBeLessThan(1_300 + 1_000);
});

test('a member waits at most two seconds for a slow check of an app', async ({ openContext, url }) => {
  const context = await openContext(phone);
  // Delays requests for a framed page, but not those of the server.
  const answer: RequestListener = (request, response) => {
    if (request.headers['sec-fetch-dest'] === 'iframe') showPage(request, response);
    else setTimeout(() => showPage(request, response), 4_500);
  };
  const { page, watched } = await openApp(context, url, () => {
    appServer.answer = answer;
  });
  await appShown(page);
  const { made, bare } = await watched();
  // The splash lasts 3 s and fades for 1 s in any case.
  expect((bare[0] ?? 0) - made).toBeLessThan(4_000 + 1_000);
});
