import { Parser } from 'htmlparser2';
import { isMarkup } from './content-type.ts';
import { decodeHtml } from './decode-html.ts';
import type { FetchedPage } from './fetch-public.ts';

/** After a longer delay, the reader has seen the page. */
const DELAY_MAX_S = 30;
/** Maximum depth. The parser takes longer for each open tag. */
const DEPTH_MAX = 256;
const SLICE = 16_384;
/** HTML, "shared declarative refresh steps": a number, an optional separator and an address. */
const REFRESH = /^[\t\n\f\r ]*(\d+)[\d.]*(?=[;,\t\n\f\r ])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(.+)$/s;
const URL_WORD = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;
/** Scripts in these elements do not run. */
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

/** Most pages have neither and are not parsed. */
const MAY_SEND_ON = /http-equiv|<script[^>]{0,200}>\s{0,200}(?:(?:window|self|document)\.)?location/i;
const REDIRECT_SCRIPT_MAX = 4_096;
const REDIRECT_SCRIPT = [
  /^(?:(?:window|self|document)\.)?location(?:\.href)? ?= ?(["'])([^"'\\\n]+)\1 ?;?$/,
  /^(?:(?:window|self|document)\.)?location\.(?:replace|assign)\( ?(["'])([^"'\\\n]+)\1 ?\) ?;?$/,
];

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

function isClassicInline({ src, type = '' }: Record<string, string>): boolean {
  return src === undefined && /^(text\/javascript)?$/i.test(type);
}

function readScript(text: string): Refresh[] {
  if (text.length > REDIRECT_SCRIPT_MAX) return [];
  const script = text.trim();
  const address = REDIRECT_SCRIPT.map((pattern) => pattern.exec(script)?.[2]).find(Boolean);
  return address === undefined ? [] : [{ delayS: 0, address: address.trim() }];
}

function readMarkup(html: string, runsScripts: boolean): { refreshes: Refresh[]; base: string | undefined } {
  const refreshes: Refresh[] = [];
  if (!MAY_SEND_ON.test(html)) return { refreshes, base: undefined };
  let base: string | undefined;
  const open = { all: 0, inert: 0 };
  let script: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      open.all += 1;
      if (runsScripts && name === 'script' && open.inert === 0 && isClassicInline(attributes)) script = '';
      if (INERT.has(name)) open.inert += 1;
      if (open.inert > 0) return;
      if (name === 'base') base ??= attributes['href'];
      const isRefresh = name === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'refresh';
      if (isRefresh) refreshes.push(...readRefresh(attributes['content'] ?? ''));
    },
    ontext(text) {
      if (script !== undefined && script.length <= REDIRECT_SCRIPT_MAX) script += text;
    },
    onclosetag(name) {
      if (name === 'script' && script !== undefined) {
        refreshes.push(...readScript(script));
        script = undefined;
      }
      open.all -= 1;
      if (INERT.has(name)) open.inert -= 1;
    },
  });
  for (let at = 0; at < html.length && open.all <= DEPTH_MAX; at += SLICE)
    parser.write(html.slice(at, at + SLICE));
  return { refreshes, base };
}

const withoutHash = (url: URL) => url.href.replace(/#.*$/s, '');

/** Reads header, meta elements and scripts. Null if the page stays or reloads. */
export function refreshTarget(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>): URL | null {
  const here = new URL(page.url);
  // A policy may forbid inline scripts.
  const runsScripts = page.headers['content-security-policy'] === undefined;
  const byHeader = (page.headers['refresh'] ?? []).flatMap(readRefresh);
  const metas = isMarkup(page)
    ? readMarkup(decodeHtml(page.body, page.headers['content-type']?.at(-1) ?? ''), runsScripts)
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
