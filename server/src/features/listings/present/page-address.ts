import type { App } from '@zapdeck/contract/apps/apps';

export const PAGES_PATH = '/a/';

const SLUG_MAX = 60;
/** The last twelve hex digits of an id are nearly all random: 48 bits, or ten base-32 characters. */
const KEY_DIGITS = 12;
const SHORT_DIGITS = 10;

/** Latin letters that do not decompose into a letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Returns the title as part of an address. Empty if the title has no letters that browsers show unencoded. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
}

/** Returns the key of an app in addresses. The database finds the app by `right(id::text, 12)`. */
export function keyOf(id: string): string {
  return id.slice(-KEY_DIGITS);
}

export function pagePath({ id, title }: Pick<App, 'id' | 'title'>): string {
  const short = Number.parseInt(keyOf(id), 16).toString(32).padStart(SHORT_DIGITS, '0');
  const slug = slugOf(title);
  return `${PAGES_PATH}${slug && `${slug}-`}${short}`;
}

export function readPagePath(name: string): { key: string; slug: string } | undefined {
  const [, slug = '', short] = /^(?:(.*)-)?([0-9a-v]{10})$/.exec(name.toLowerCase()) ?? [];
  if (short === undefined) return undefined;
  const key = Number.parseInt(short, 32).toString(16).padStart(KEY_DIGITS, '0');
  return key.length === KEY_DIGITS ? { key, slug } : undefined;
}
