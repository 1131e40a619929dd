import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const needs: Readonly<Record<string, string>> = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/localedef': 'locales',
};

/** Where the stories need it: a language, without which WebKit knows no numbers and dates. */
export const LOCALE = 'en_US.utf8';

function hasLocale(): boolean {
  return execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n').includes(LOCALE);
}

/**
 * Sees to it that Debian's Firefox and WebKit are there, with a display and a language to run in; as root, it installs
 * what is missing. Throws, in words, where it cannot.
 */
export function provideBrowsers(): void {
  const missing = Object.keys(needs).flatMap((path) => (existsSync(path) ? [] : (needs[path] ?? [])));
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (missing.length > 0) {
    const command = `apt-get install ${missing.join(' ')}`;
    if (!isRootOnDebian)
      throw new Error(`These browsers come from Debian: run \`${command}\` as root first.`);
    process.stdout.write(`Installing ${missing.join(', ')} from Debian …\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args: string[]) =>
      execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', ...missing);
  }
  if (hasLocale()) return;
  const command = 'localedef -i en_US -f UTF-8 en_US.UTF-8';
  if (!isRootOnDebian) throw new Error(`The locale ${LOCALE} is missing: run \`${command}\` as root first.`);
  execFileSync('/bin/sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
}
