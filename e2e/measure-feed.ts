import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { signUp } from './api.ts';
import { findBrowser, launchOptions } from './browser.ts';
import { CATEGORIES, type Frame, framesOf, KINDS, MARKS } from './drag-trace.ts';
import { appShown, card, frameStillApps, openFeed } from './feed-page.ts';
import { phone } from './fixtures.ts';
import { startWorld } from './world.ts';

/*
 * Measures how smooth the feed is on this machine: `npm run measure -- feed`. Prints figures only. Other programs on the
 * machine affect them.
 */

const SLOWDOWN = 4;
const DRAGS = 5;
const DRAG_STEPS = 60;
const SWIPES = 12;
const CARDS = 200;
const FRAME_MS = 1_000 / 60;

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printSpread(what: string, values: readonly number[]): void {
  const [median, high, most] = [percentile(values, 0.5), percentile(values, 0.95), Math.max(...values)];
  const figures = `median ${median.toFixed(1)} ms, 95th ${high.toFixed(1)}, most ${most.toFixed(1)}`;
  print(`${what.padEnd(44)} ${figures} (${values.length})`);
}

async function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  x?: number,
): Promise<void> {
  const touchPoints = x === undefined ? [] : [{ x, y: 420 }];
  await session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** Returns the intervals between the frames of our page while a finger drags the card to and fro. */
async function dragFrames(page: Page, session: CDPSession): Promise<number[]> {
  await touch(session, 'touchStart', 120);
  await touch(session, 'touchMove', 132);
  await page.evaluate(({ first, frame }) => {
    const times: number[] = [];
    Object.assign(window, { times });
    const note = (time: number) => {
      // Stops after the drag.
      if ((window as unknown as { times: number[] }).times !== times) return;
      performance.mark(times.length === 0 ? first : frame);
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  }, MARKS);
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    const x = 132 + 80 * Math.sin((step / DRAG_STEPS) * Math.PI * 2);
    await Promise.all([touch(session, 'touchMove', x), new Promise((done) => setTimeout(done, FRAME_MS))]);
  }
  const times = await page.evaluate(() => {
    const { times: noted } = window as unknown as { times: number[] };
    Object.assign(window, { times: [] });
    return noted;
  });
  await touch(session, 'touchMove', 132);
  await touch(session, 'touchEnd');
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** Moves to the next card and waits until it rests. */
async function goOn(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.keyboard.press('Space');
  await page.waitForTimeout(1_500);
}

/** Prints the CPU time of frames of drags, which tracing makes longer: of all, and of those above the 95th percentile. */
async function printSplit(what: string, page: Page, session: CDPSession): Promise<void> {
  const frames: Frame[] = [];
  for (let drag = 0; drag < DRAGS; drag += 1) {
    await browser.startTracing(page, { categories: CATEGORIES });
    await dragFrames(page, session);
    frames.push(...framesOf((await browser.stopTracing()).toString()));
    await goOn(page);
  }
  const long = percentile(
    frames.map(({ frame }) => frame),
    0.95,
  );
  const longest = frames.filter(({ frame }) => frame >= long);
  print(`Processor time in a frame of a drag, CPU slowed ${SLOWDOWN} times, ${what} (${frames.length})`);
  for (const kind of ['frame', ...KINDS] as const) {
    const of = (some: readonly Frame[], share: number) =>
      percentile(
        some.map((frame) => frame[kind]),
        share,
      ).toFixed(1);
    print(
      `  ${kind.padEnd(14)} median ${of(frames, 0.5)} ms, 95th ${of(frames, 0.95)}; in the longest frames ${of(longest, 0.5)}`,
    );
  }
}

/** Returns the milliseconds from the release of a swipe until the next card is painted in its place. */
async function releaseToPaint(page: Page, session: CDPSession): Promise<number> {
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const inFront = () => document.querySelector('[data-role=current]')?.getAttribute('data-seq');
        const onRelease = ({ timeStamp }: PointerEvent) => {
          const before = inFront();
          const look = () => {
            // The next frame begins after the one with the card in its new place was painted.
            if (inFront() === before) requestAnimationFrame(look);
            else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          look();
        };
        addEventListener('pointerup', onRelease, { once: true, capture: true });
      }),
  );
  await touch(session, 'touchStart', 90);
  for (let x = 110; x <= 340; x += 46) await touch(session, 'touchMove', x);
  await touch(session, 'touchEnd');
  return measured;
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

async function printMemory(session: CDPSession, cards: number): Promise<void> {
  await session.send('HeapProfiler.collectGarbage');
  const heapMb = ((await metric(session, 'JSHeapUsedSize')) / 1e6).toFixed(1);
  print(
    `After ${String(cards).padStart(3)} cards: heap ${heapMb} MB, ${await metric(session, 'Nodes')} nodes`,
  );
}

/** Returns the number of renderer processes: one more if apps do not share ours. */
async function drawingProcesses(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').length;
}

/** Opens the feed of a new member, with an app in front. */
async function openDeck(prepare?: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 2, baseURL: world.url });
  await prepare?.(context);
  const page = await context.newPage();
  await signUp(page, world.url);
  await openFeed(page);
  await appShown(page);
  return { page, session: await context.newCDPSession(page) };
}

async function printLoad(): Promise<void> {
  const text = await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
  print(`Load of the machine: ${text.split(' ')[0]}`);
}

const environment = await findBrowser();
Object.assign(process.env, environment);
const world = await startWorld();
const browser = await chromium.launch(launchOptions(environment));
try {
  await printLoad();
  const { page, session } = await openDeck();
  await session.send('Performance.enable');
  print(`Processes that draw pages: ${await drawingProcesses(browser)}`);

  for (const rate of [1, SLOWDOWN]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const intervals: number[] = [];
    let workedSeconds = 0;
    for (let drag = 0; drag < DRAGS; drag += 1) {
      const before = await metric(session, 'TaskDuration');
      intervals.push(...(await dragFrames(page, session)));
      workedSeconds += (await metric(session, 'TaskDuration')) - before;
      await goOn(page);
    }
    printSpread(`Frames of a drag, CPU slowed ${rate} times`, intervals);
    const late = intervals.filter((ms) => ms > FRAME_MS * 1.5).length;
    print(`  later than one and a half frames: ${((100 * late) / intervals.length).toFixed(1)} %`);
    // The rest of a frame belongs to the compositor, which has no GPU here.
    print(`  work of our own page in a frame: ${((1_000 * workedSeconds) / intervals.length).toFixed(1)} ms`);
  }

  await printSplit('over apps of the demo', page, session);
  const still = await openDeck(frameStillApps);
  await still.session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await printSplit('over apps that do nothing', still.page, still.session);
  await still.page.context().close();
  await page.bringToFront();

  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const paints: number[] = [];
  for (let swipes = 0; swipes < SWIPES; swipes += 1) {
    // The next card is loaded, painted and parked, or has no frame.
    await page.locator('[data-role=next][data-parked]').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    paints.push(await releaseToPaint(page, session));
  }
  printSpread('Release to next card painted, preloaded', paints);

  let most = 0;
  for (let cards = 0; cards <= CARDS; cards += 1) {
    if (cards % 50 === 0) {
      await page.waitForTimeout(1_500);
      await printMemory(session, cards);
    }
    await page.keyboard.press('Space');
    await card(page).waitFor({ state: 'attached' });
    most = Math.max(most, await page.locator('iframe').count());
    // Gives the next app time to load now and then.
    await page.waitForTimeout(cards % 5 === 0 ? 600 : 60);
  }
  print(`App frames at most: ${most}`);
  await printLoad();
} finally {
  await browser.close();
  await world.end();
}
