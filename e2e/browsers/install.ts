import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages: Readonly<Record<string, string>> = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/localedef': 'locales',
};

/** Exit code of `run.ts` if the browsers are missing and cannot be installed. */
export const NOT_RUN = 77;

/** apt keeps the packages that it downloads here. */
const CACHE = fileURLToPath(new URL('../../.cache/browsers', import.meta.url));
const INSTALL_TIMEOUT_MS = 300_000;

/** Locale for the browsers. Without one, WebKit formats no numbers and dates. */
export const LOCALE = 'en_US.utf8';

function hasLocale(): boolean {
  return execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n').includes(LOCALE);
}

function install(names: readonly string[]): void {
  process.stdout.write(`Installing ${names.join(', ')} from Debian …\n`);
  mkdirSync(`${CACHE}/partial`, { recursive: true });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', args, {
      env,
      timeout: INSTALL_TIMEOUT_MS,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  aptGet('update', '-qq');
  aptGet('-o', `Dir::Cache::Archives=${CACHE}`, 'install', '-y', '-qq', '--no-install-recommends', ...names);
}

/**
 * Installs Debian's Firefox and WebKit, a display and a locale, if they are missing and this is Debian with root. Throws
 * if they cannot be installed.
 */
export function provideBrowsers(): void {
  const missing = Object.entries(packages).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (missing.length > 0) {
    if (!isRootOnDebian) throw new Error(`run \`apt-get install ${missing.join(' ')}\` as root first`);
    install(missing);
  }
  if (hasLocale()) return;
  const command = 'localedef -i en_US -f UTF-8 en_US.UTF-8';
  if (!isRootOnDebian) throw new Error(`the locale ${LOCALE} is missing: run \`${command}\` as root first`);
  execFileSync('/bin/sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
}
