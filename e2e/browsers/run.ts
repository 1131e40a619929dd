import type { Driver, Launch, Size } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { LOCALE, NOT_RUN, provideBrowsers } from './install.ts';
import { layLine } from './line.ts';
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
/** To browsers the one is as good as https, and the other is not. */
const SECURE_HOST = 'localhost';
const hosts: readonly string[] = [SECURE_HOST, 'zapdeck.test'];
/** Where the app of somebody else is. */
const FOREIGN_HOST = '127.0.0.1';

const wanted = process.argv.slice(2);
const known = [...Object.keys(browsers), ...sizes.map(({ name }) => name), ...hosts, ...Object.keys(stories)];
const unknown = wanted.filter((word) => !known.includes(word));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are ${known.join(', ')}.\n`);
  process.exit(2);
}
/** Those of the row that were named; all, where none of them was. */
function among<T>(row: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const named = row.filter((one) => wanted.includes(nameOf(one)));
  return named.length > 0 ? named : row;
}

/** What pages have told the server of their faults. */
async function reportedTo({ server, url }: World): Promise<string> {
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

/** What is under way and has to be ended, the last first. */
const underWay: (() => unknown)[] = [];
let ending = Promise.resolve();
/** Ends it; whoever asks while it is being ended waits for that, too. */
function endAll(): Promise<void> {
  ending = ending.then(async () => {
    for (const end of underWay.splice(0).toReversed()) await end();
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

/** Notes how it is ended, also where it comes after the runner was told to stop. */
async function begun<T>(starting: Promise<T>, end: (one: T) => unknown): Promise<T> {
  const one = await starting;
  underWay.push(() => end(one));
  stopping.signal.throwIfAborted();
  return one;
}

const chosen = among(Object.entries(stories), ([name]) => name);
const played = Object.entries(stories).filter(([name]) =>
  chosen.some(([one, { needs }]) => one === name || needs.includes(name)),
);

/** A browser of its own on a server of its own, through all stories; returns whether they all went well. */
async function goThrough(
  start: (launch: Launch) => Promise<Driver>,
  size: Size,
  host: string,
): Promise<boolean> {
  let where = `${size.name}, ${host}`;
  let doing = 'opens';
  let world: World | undefined;
  try {
    world = await begun(startWorld(host), (one) => one.end());
    const line = await begun(layLine([...hosts, FOREIGN_HOST]), (one) => one.end());
    const driver = await begun(start({ size, proxyPort: line.port }), (one) => one.quit());
    where = `${driver.name}, ${where}`;
    const person = new Person(driver, world.url);
    const isSecure = host === SECURE_HOST;
    for (const [, { title, play }] of played) {
      doing = title;
      const started = performance.now();
      await play({ person, line, foreignUrl: world.foreignUrl, isSecure }, 'Tea Timer');
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`ok      ${where}: ${title}  ${seconds} s\n`);
    }
    return true;
  } catch (error) {
    if (stopping.signal.aborted) return false;
    process.stdout.write(`FAILED  ${where}: ${doing}\n${String(error)}\n`);
    if (world) process.stdout.write(`The pages reported: ${await reportedTo(world)}\n`);
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
for (const [, start] of among(Object.entries(browsers), ([name]) => name)) {
  for (const size of among(sizes, ({ name }) => name)) {
    for (const host of among(hosts, (name) => name)) {
      if (!stopping.signal.aborted && !(await goThrough(start, size, host))) failed += 1;
    }
  }
}
process.stdout.write(failed === 0 ? '\nEvery story holds in every browser.\n' : `\n${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
