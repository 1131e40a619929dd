import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { oldestBrowsers } from '../../web/build/browsers.ts';

/** `require`, because an import in a test would take seconds to transform 20 MB. */
export const mdn = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** Phone browsers have the same age, but other features. */
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

export const isMobile = (browser: string) => browser.includes('_');

/** Returns the subfeatures by name. */
export function subfeaturesOf(feature: Identifier | undefined): [string, Identifier][] {
  return Object.entries(feature ?? {}).filter(
    (entry): entry is [string, Identifier] => entry[0] !== '__compat',
  );
}

/** Returns the oldest browsers, with versions, that have the feature under none of these names. */
export function lacking(name: string, { support }: CompatStatement, beside: Iterable<string> = []): string[] {
  const names = new Set([name, ...beside]);
  const has = (browser: Browser) => {
    const given = support[browser] ?? [];
    return (Array.isArray(given) ? given : [given]).some((statement) => {
      const { version_added: added, version_removed: removed } = statement;
      if (typeof added !== 'string' || added === 'preview' || statement.flags) return false;
      if (!names.has(statement.alternative_name ?? `${statement.prefix ?? ''}${name}`)) return false;
      // `removed` may mean that a fuller implementation has replaced this one.
      if (typeof removed === 'string' && !isAfter(removed, oldest[browser])) return false;
      return !isAfter(added.replace('≤', ''), oldest[browser]);
    });
  };
  const browsers = Object.keys(oldest) as Browser[];
  return browsers.filter((browser) => !has(browser)).map((browser) => `${browser} ${oldest[browser]}`);
}
