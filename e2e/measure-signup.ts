import { chromium, type Page } from '@playwright/test';
import { findBrowser, launchOptions } from './browser.ts';
import { cameFrom, limited, signUpMany } from './bulk-signups.ts';
import { phone } from './fixtures.ts';
import { openFilledSignUp } from './sign-up-form.ts';
import { startWorld } from './world.ts';

/*
 * Measures a sign-up with proof of work on a slow phone: `npm run measure -- signup`. The time goes from the button to the
 * feed of the new account, and the time of the work is part of it.
 */

const SLOWDOWN = 4;
const ROUNDS = 15;

function print(what: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b).map(Math.round);
  const [least, median, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  process.stdout.write(
    `${what.padEnd(32)} median ${median} ms, least ${least}, most ${most} (${values.length})\n`,
  );
}

/** Makes the worker slow too, because the browser slows the page only. Adds the times of the work. */
async function slowWorkers(page: Page, times: number[]): Promise<void> {
  await page.exposeFunction('noteWork', (ms: number) => times.push(ms));
  await page.addInitScript(() => {
    const Plain = Worker;
    window.Worker = class extends Plain {
      constructor(...input: ConstructorParameters<typeof Worker>) {
        super(...input);
        let began = 0;
        this.addEventListener('message', () => {
          (window as unknown as { noteWork: (ms: number) => void }).noteWork(performance.now() - began);
        });
        const post = this.postMessage.bind(this) as (message: unknown) => void;
        this.postMessage = (message: unknown) => {
          began = performance.now();
          post(message);
        };
      }
    };
  });
  await page.route('**/assets/solve-work-*.js', async (route) => {
    const response = await route.fetch();
    const before = `let began = 0; self.addEventListener('message', () => { began = performance.now(); });
      const send = self.postMessage.bind(self);
      self.postMessage = (message) => {
        const until = performance.now() + ${SLOWDOWN - 1} * (performance.now() - began);
        while (performance.now() < until);
        send(message);
      };`;
    await route.fulfill({ response, body: `${before}\n${await response.text()}` });
  });
}

async function signUp(page: Page): Promise<number> {
  await openFilledSignUp(page);
  const began = performance.now();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(/\/home/, { waitUntil: 'commit', timeout: 60_000 });
  return performance.now() - began;
}

const environment = await findBrowser();
Object.assign(process.env, environment);
const world = await startWorld('localhost', async () => limited);
const browser = await chromium.launch(launchOptions(environment));
try {
  const works: number[] = [];
  const open = (address: string) =>
    browser.newContext({ ...phone, baseURL: world.url, extraHTTPHeaders: cameFrom(address) });
  const measure = async (addressOf: (round: number) => string) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await open(addressOf(round));
      const page = await context.newPage();
      await slowWorkers(page, works);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      times.push(await signUp(page));
      await context.close();
    }
    return times;
  };
  await signUpMany(await open('198.51.100.1'), world.url, 5);
  const plain = await measure((round) => `198.51.${110 + round}.1`);
  const checked = await measure(() => '198.51.100.1');
  print(`Sign-up with work, CPU / ${SLOWDOWN}`, checked);
  print('  of it the work', works);
  print(`Sign-up without work, CPU / ${SLOWDOWN}`, plain);
} finally {
  await browser.close();
  await world.end();
}
