import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { oldestBrowsers } from '../../web/build/browsers.ts';

/** MDN's data. Required: an import in a test would take seconds, in which 20 MB become a module. */
export const mdn = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** Those of phones are as old as those of desks, and do not know the same. */
const oldest = {
  ...oldestBrowsers,
  chrome_android: oldestBrowsers.chrome,
  firefox_android: oldestBrowsers.firefox,
  safari_ios: oldestBrowsers.safari,
} as const;

type Browser = keyof typeof oldest;

const numbers = (version: string) => version.split('.').map(Number);

function isAfter(version: string, other: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  const [otherMajor = 0, otherMinor = 0] = numbers(other);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** Whether the browser, as it is named here, is one of phones. */
export const isOfPhones = (browser: string) => browser.includes('_');

/** The features below one, by their names. */
export function below(feature: Identifier | undefined): [string, Identifier][] {
  return Object.entries(feature ?? {}).filter(
    (entry): entry is [string, Identifier] => entry[0] !== '__compat',
  );
}

/**
 * The oldest browsers, with their versions, that do not have what goes by that name: neither under it, nor under another
 * one of the names that stand beside it.
 */
export function lacking(name: string, { support }: CompatStatement, beside: Iterable<string> = []): string[] {
  const names = new Set([name, ...beside]);
  const has = (browser: Browser) => {
    const given = support[browser] ?? [];
    return (Array.isArray(given) ? given : [given]).some((statement) => {
      const { version_added: added, version_removed: removed } = statement;
      if (typeof added !== 'string' || added === 'preview' || statement.flags) return false;
      if (!names.has(statement.alternative_name ?? `${statement.prefix ?? ''}${name}`)) return false;
      // What was replaced by something fuller later was there all the same.
      if (typeof removed === 'string' && !isAfter(removed, oldest[browser])) return false;
      return !isAfter(added.replace('≤', ''), oldest[browser]);
    });
  };
  const browsers = Object.keys(oldest) as Browser[];
  return browsers.filter((browser) => !has(browser)).map((browser) => `${browser} ${oldest[browser]}`);
}
