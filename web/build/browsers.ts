/**
 * Oldest supported browsers: the first with light-dark(), @property and popovers. The README and
 * public/before-paint.js, which shows others a notice, name the same versions.
 */
export const oldestBrowsers = { chrome: '123', edge: '123', firefox: '128', safari: '17.5' } as const;
