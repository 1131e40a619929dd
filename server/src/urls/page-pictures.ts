import colour from '@img/colour';
import type { FetchedPage } from './one-request.ts';
import { readPageHead } from './page-head.ts';

const imageNames = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];
/** Assumed size of an icon without one. 180 is Apple's default. */
const SIDE_UNSAID = { apple: 180, other: 32 };
/** Typed by hand, because the types of the package name another module. */
const parseColour = colour as unknown as typeof colour.default;
const SIDE_DRAWN = 100_000;
const ICONS_MAX = 20;
const LISTED_MAX = 200;
const COLOUR_MAX = 100;

export interface Icon {
  url: string;
  /** Longer side in pixels. An SVG has more than any bitmap. */
  side: number;
}

interface PagePictures {
  images: string[];
  icons: Icon[];
  manifest: string | null;
  colour: string | null;
}

const nothing: PagePictures = { images: [], icons: [], manifest: null, colour: null };

export function hexColour(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > COLOUR_MAX) return null;
  try {
    const parsed = parseColour(text.trim().toLowerCase());
    return parsed.alpha() === 0 ? null : parsed.hex().slice(0, 7).toLowerCase();
  } catch {
    return null;
  }
}

function sideOf(sizes: string, { type, url, unsaid }: { type: string; url: string; unsaid: number }): number {
  if (sizes === 'any' || type.startsWith('image/svg') || /\.svg$/i.test(URL.parse(url)?.pathname ?? ''))
    return SIDE_DRAWN;
  const sides = [...sizes.matchAll(/\d{1,5}/g)].map(([digits]) => Number(digits));
  return sides.length === 0 ? unsaid : Math.max(...sides);
}

const largestFirst = (icons: readonly Icon[]) =>
  icons.toSorted((one, other) => other.side - one.side).slice(0, ICONS_MAX);

const absolute = (text: string, base: string): string[] => {
  const url = text === '' ? null : URL.parse(text, base);
  return url ? [url.href] : [];
};

export function pagePictures(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>): PagePictures {
  const head = readPageHead(page);
  if (!head) return nothing;
  const { metas, links, base } = head;
  const images = imageNames.flatMap((name) => absolute(metas.get(name) ?? '', base));
  const icons = links.flatMap(({ rels, href, type, sizes }) => {
    const isApple = rels.some((rel) => rel.startsWith('apple-touch-icon'));
    if (!isApple && !rels.includes('icon')) return [];
    const unsaid = isApple ? SIDE_UNSAID.apple : SIDE_UNSAID.other;
    return absolute(href, base).map((url) => ({ url, side: sideOf(sizes, { type, url, unsaid }) }));
  });
  const [manifest = null] = links
    .filter(({ rels }) => rels.includes('manifest'))
    .flatMap(({ href }) => absolute(href, base));
  return {
    images: [...new Set(images)],
    icons: largestFirst(icons),
    manifest,
    colour: hexColour(metas.get('theme-color')),
  };
}

const entryTextOf = (entry: object, name: string): string => {
  const value: unknown = (entry as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
};

export function manifestPictures({
  url,
  body,
}: Pick<FetchedPage, 'url' | 'body'>): Pick<PagePictures, 'icons' | 'colour'> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(body.toString('utf8'));
  } catch {
    return nothing;
  }
  if (typeof manifest !== 'object' || manifest === null) return nothing;
  const { icons = [], theme_color, background_color } = manifest as Record<string, unknown>;
  const listed: object[] = Array.isArray(icons)
    ? icons.filter((icon) => typeof icon === 'object' && icon !== null)
    : [];
  const found = listed.slice(0, LISTED_MAX).flatMap((icon) => {
    const { src } = icon as { src?: unknown };
    // The system colours monochrome icons.
    if (typeof src !== 'string' || entryTextOf(icon, 'purpose') === 'monochrome') return [];
    const type = entryTextOf(icon, 'type');
    return absolute(src.trim(), url).map((at) => ({
      url: at,
      side: sideOf(entryTextOf(icon, 'sizes'), { type, url: at, unsaid: SIDE_UNSAID.other }),
    }));
  });
  return { icons: largestFirst(found), colour: hexColour(theme_color) ?? hexColour(background_color) };
}
