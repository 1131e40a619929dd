import type { Device } from '@zapdeck/contract/accounts/security-log';

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** In this order: most browsers also name Chrome and Safari. */
const browsers: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];

/** In this order: Android names Linux, and iPhones name macOS. */
const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (names: Names, userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/** Returns browser and operating system, without versions. */
export function deviceOf(userAgent = ''): Device {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}
