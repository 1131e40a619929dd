import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
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

/** What the browser of the npm package needs beside its path: the libraries and fonts that came with it. */
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

/** A machine without fonts needs one with symbols too: this Chromium dies of a sign that no font has. */
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

async function unpackFromNpm(): Promise<BrowserEnvironment> {
  await mkdir(CACHE, { recursive: true });
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on Amazon Linux.
  process.env['TMPDIR'] = CACHE;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const CHROMIUM = await chromium.executablePath();
  return {
    CHROMIUM,
    LD_LIBRARY_PATH: [join(CACHE, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    FONTCONFIG_FILE: await provideFonts(),
  };
}

/**
 * Finds a Chromium, or brings one: the one CHROMIUM names, an installed one, Debian's package when we are root, else the
 * one inside an npm package. Returns the environment in which Playwright can start it.
 */
export async function findBrowser(): Promise<BrowserEnvironment> {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`);
    return { CHROMIUM: named };
  }
  const installed = INSTALLED.find((path) => existsSync(path)) ?? installFromDebian();
  return installed === undefined ? unpackFromNpm() : { CHROMIUM: installed };
}

/** How Chromium is started wherever this project starts it: quiet towards the network, and as root without sandbox. */
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
    ],
  };
}
