import { Parser } from 'htmlparser2';
import { isMarkup } from './content-type.ts';
import { decodeHtml } from './decode-html.ts';
import type { FetchedPage } from './fetch-public.ts';

/** Who is sent on later than this has seen the page. */
const DELAY_MAX_S = 30;
/** Deeper than any page that sends on. The parser takes longer for each tag the more are open. */
const DEPTH_MAX = 256;
const SLICE = 16_384;
/** HTML, "shared declarative refresh steps": a number, perhaps a separator, and an address. */
const REFRESH = /^[\t\n\f\r ]*(\d+)[\d.]*(?=[;,\t\n\f\r ])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(.+)$/s;
const URL_WORD = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;
/** What stands in these is not run where there are scripts, or not at all. */
const INERT = new Set([
  'noscript',
  'template',
  'title',
  'textarea',
  'script',
  'style',
  'xmp',
  'iframe',
  'noframes',
]);

interface Refresh {
  delayS: number;
  address: string;
}

function readRefresh(text: string): Refresh[] {
  const [, seconds, rest] = REFRESH.exec(text) ?? [];
  if (rest === undefined) return [];
  const bare = rest.replace(URL_WORD, '');
  const quote = /^["']/.exec(bare)?.[0];
  const address = quote === undefined ? bare : (bare.slice(1).split(quote)[0] ?? '');
  return [{ delayS: Number(seconds), address: address.trim() }];
}

/** Every `<meta http-equiv="refresh">` that counts, and the address that theirs are relative to. */
function readMetas(html: string): { refreshes: Refresh[]; base: string | undefined } {
  const refreshes: Refresh[] = [];
  if (!/http-equiv/i.test(html)) return { refreshes, base: undefined };
  let base: string | undefined;
  /** How many elements are open, and of those how many keep what is in them from counting. */
  const open = { all: 0, inert: 0 };
  const parser = new Parser({
    onopentag(name, attributes) {
      open.all += 1;
      if (INERT.has(name)) open.inert += 1;
      if (open.inert > 0) return;
      if (name === 'base') base ??= attributes['href'];
      const isRefresh = name === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'refresh';
      if (isRefresh) refreshes.push(...readRefresh(attributes['content'] ?? ''));
    },
    onclosetag(name) {
      open.all -= 1;
      if (INERT.has(name)) open.inert -= 1;
    },
  });
  for (let at = 0; at < html.length && open.all <= DEPTH_MAX; at += SLICE)
    parser.write(html.slice(at, at + SLICE));
  return { refreshes, base };
}

const withoutHash = (url: URL) => url.href.replace(/#.*$/s, '');

/** Where a page soon sends on whoever is shown it, by header or meta element; null when it stays, or comes again itself. */
export function refreshTarget(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>): URL | null {
  const here = new URL(page.url);
  const byHeader = (page.headers['refresh'] ?? []).flatMap(readRefresh);
  const metas = isMarkup(page)
    ? readMetas(decodeHtml(page.body, page.headers['content-type']?.at(-1) ?? ''))
    : { refreshes: [], base: undefined };
  const base = (metas.base === undefined ? null : URL.parse(metas.base, here.href)?.href) ?? here.href;
  const [first] = [
    ...byHeader.map(({ delayS, address }) => ({ delayS, url: URL.parse(address, here.href) })),
    ...metas.refreshes.map(({ delayS, address }) => ({ delayS, url: URL.parse(address, base) })),
  ].sort((one, other) => one.delayS - other.delayS);
  const url = first?.url ?? null;
  if (!first || !url || first.delayS > DELAY_MAX_S || !/^https?:$/.test(url.protocol)) return null;
  return withoutHash(url) === withoutHash(here) ? null : url;
}
