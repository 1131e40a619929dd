import type { Driver, Launch, Size } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { LOCALE, NOT_RUN, provideBrowsers } from './install.ts';
import { startLine } from './line.ts';
import { Person } from './person.ts';
import { stories } from './stories.ts';
import { startWebKit } from './webkit.ts';
import { admin, startWorld, type World } from '../world.ts';

const browsers: Readonly<Record<string, (launch: Launch) => Promise<Driver>>> = {
  firefox: (launch) => startFirefox('/usr/bin/firefox-esr', launch),
  webkit: (launch) => startWebKit(LOCALE, launch),
};
const sizes: readonly Size[] = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
];
/** Browsers treat http://localhost as a secure context, and http with any other name as an insecure one. */
const SECURE_HOST = 'localhost';
const hosts: readonly string[] = [SECURE_HOST, 'zapdeck.test'];
/** Host of an app of another origin. */
const FOREIGN_HOST = '127.0.0.1';

const wanted = process.argv.slice(2);
const known = [...Object.keys(browsers), ...sizes.map(({ name }) => name), ...hosts, ...Object.keys(stories)];
const unknown = wanted.filter((word) => !known.includes(word));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}.\n`);
  process.exit(2);
}
/** Returns the items that the arguments name, or all items if they name none. */
function selected<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const named = items.filter((item) => wanted.includes(nameOf(item)));
  return named.length > 0 ? named : items;
}

/** Returns the errors that pages have reported to the server, as JSON. */
async function readErrorLogs({ server, url }: World): Promise<string> {
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return (await fetch(`${server.url}/api/admin/error-logs`, { headers: { cookie } })).text();
}

/** End functions of all that was started, in the order of the starts. */
const started: (() => unknown)[] = [];
let ending = Promise.resolve();
/** Ends all that was started, the latest first. A second call waits for the first. */
function endAll(): Promise<void> {
  ending = ending.then(async () => {
    for (const end of started.splice(0).toReversed()) await end();
  });
  return ending;
}
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping.abort(new Error(`stopped by ${signal}`));
    void endAll();
  });
}

/** Waits for the start and stores the end function. Throws after that if the run was stopped. */
async function start<T>(starting: Promise<T>, end: (item: T) => unknown): Promise<T> {
  const item = await starting;
  started.push(() => end(item));
  stopping.signal.throwIfAborted();
  return item;
}

const chosen = selected(Object.entries(stories), ([name]) => name);
const played = Object.entries(stories).filter(([name]) =>
  chosen.some(([chosenName, { needs }]) => chosenName === name || needs.includes(name)),
);

/** Plays all selected stories in a new browser on a new server. Returns true if none failed. */
async function playAll(
  launch: (options: Launch) => Promise<Driver>,
  size: Size,
  host: string,
): Promise<boolean> {
  let where = `${size.name}, ${host}`;
  let step = 'start';
  let world: World | undefined;
  try {
    world = await start(startWorld(host), (item) => item.end());
    const line = await start(startLine([...hosts, FOREIGN_HOST]), (item) => item.end());
    const driver = await start(launch({ size, proxyPort: line.port }), (item) => item.quit());
    where = `${driver.name}, ${where}`;
    const person = new Person(driver, world.url);
    const isSecure = host === SECURE_HOST;
    for (const [, { title, play }] of played) {
      step = title;
      const startedAt = performance.now();
      await play({ person, line, foreignUrl: world.foreignUrl, isSecure }, 'Tea Timer');
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`ok      ${where}: ${title}  ${seconds} s\n`);
    }
    return true;
  } catch (error) {
    if (stopping.signal.aborted) return false;
    process.stdout.write(`FAILED  ${where}: ${step}\n${String(error)}\n`);
    if (world) process.stdout.write(`Errors that the pages reported: ${await readErrorLogs(world)}\n`);
    return false;
  } finally {
    await endAll();
  }
}

try {
  provideBrowsers();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stdout.write(`Not run: Firefox and WebKit are missing: ${reason}\n`);
  process.exit(NOT_RUN);
}
let failed = 0;
for (const [, launch] of selected(Object.entries(browsers), ([name]) => name)) {
  for (const size of selected(sizes, ({ name }) => name)) {
    for (const host of selected(hosts, (name) => name)) {
      if (!stopping.signal.aborted && !(await playAll(launch, size, host))) failed += 1;
    }
  }
}
process.stdout.write(failed === 0 ? '\nAll stories passed.\n' : `\n${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
