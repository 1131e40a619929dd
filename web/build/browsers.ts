/**
 * The oldest browsers that are supported: the first that know light-dark(), @property and popovers. The README and
 * public/before-paint.js, which turns older ones away, name the same.
 */
export const oldestBrowsers = { chrome: '123', edge: '123', firefox: '128', safari: '17.5' } as const;
