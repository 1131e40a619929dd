/** Subtag of the test languages: `en-x-pseudo` is accented English. */
const TEST_PREFIX = 'en-x-';

/** Returns the language that the server has chosen for the page. */
export function pageLanguage(): string {
  return document.documentElement.lang.replace(TEST_PREFIX, '');
}
