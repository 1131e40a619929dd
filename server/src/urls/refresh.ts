import { Parser } from 'htmlparser2';
import { decodeHtml } from './decode-html.ts';
import type { FetchedPage, HeaderLines } from './one-request.ts';

/** Text types that Chromium does not show, because they are files for other programs. */
const TEXT_FILES =
  /^text\/(csv|comma-separated-values|x-csv|tab-separated-values|tsv|(x-)?v?calendar|x-vcalendar|(x-)?vcard|x-vcf|directory|ldif|(x-)?qif|ofx|rtf|x-ms-iqy|x-ms-odc|vnd\.sun\.j2me\.app-descriptor)$/;
const SHOWN = [
  /^text\//,
  /^application\/(xhtml\+xml|xml|rss\+xml|atom\+xml|json|[^/]+\+json|(x-)?javascript|ecmascript)$/,
  /^image\/(jpeg|png|apng|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)$/,
  /^(audio|video)\/(mpeg|mp4|webm|ogg|wav|x-wav|flac|x-matroska)$/,
];
const UNKNOWN = new Set(['', 'unknown/unknown', 'application/unknown']);
const MARKUP = /^(text\/html|application\/xhtml\+xml)$/;
/** Types that servers send when they do not know the type. */
const GUESSED_TEXT = /^text\/plain(; charset=(iso-8859-1|utf-8))?$/i;

const SNIFFED_BYTES = 1_024;
const LOOKS_LIKE_MARKUP = /^[\t\n\f\r ]*<(!doctype html|!--|[a-z])/i;
const PICTURES = /^(GIF8[79]a|\x89PNG|\xff\xd8\xff|BM|RIFF....WEBP)/s;
const DOCUMENT = '%PDF-';

/** WHATWG, "binary data byte". */
const isBinary = (byte: number) =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

/** Returns the last valid type without parameters, or an empty string. */
export function mimeTypeOf(headers: HeaderLines): string {
  const entries = (headers['content-type'] ?? []).flatMap((line) => line.split(','));
  const types = entries.map((entry) => (/^[^\s;(]*/.exec(entry.trim())?.[0] ?? '').toLowerCase());
  return types.findLast((type) => type.includes('/') && type !== '*/*') ?? '';
}

function isNotToBeGuessed(headers: HeaderLines): boolean {
  return headers['x-content-type-options']?.[0]?.trim().toLowerCase() === 'nosniff';
}

function isMarkup({ headers, body }: Pick<FetchedPage, 'headers' | 'body'>): boolean {
  const type = mimeTypeOf(headers);
  if (!UNKNOWN.has(type)) return MARKUP.test(type);
  return !isNotToBeGuessed(headers) && LOOKS_LIKE_MARKUP.test(beginningOf(body));
}

/** Returns true if the body may be a page, judged by the headers. */
export function isWorthReading(headers: HeaderLines): boolean {
  const type = mimeTypeOf(headers);
  return UNKNOWN.has(type) || MARKUP.test(type) || type === 'text/plain';
}

const beginningOf = (body: Buffer) => body.toString('latin1', 0, SNIFFED_BYTES);

/** False for unknown types, because browsers save them. */
export function isShownByType({ headers, body }: Pick<FetchedPage, 'headers' | 'body'>): boolean {
  const type = mimeTypeOf(headers);
  const beginning = beginningOf(body);
  const looksBinary = body.subarray(0, SNIFFED_BYTES).some(isBinary);
  if (UNKNOWN.has(type)) {
    if (isNotToBeGuessed(headers) || beginning.startsWith(DOCUMENT)) return false;
    return LOOKS_LIKE_MARKUP.test(beginning) || PICTURES.test(beginning) || !looksBinary;
  }
  const isGuessed = GUESSED_TEXT.test(headers['content-type']?.at(-1) ?? '') && !isNotToBeGuessed(headers);
  if (isGuessed) return !looksBinary;
  return !TEXT_FILES.test(type) && SHOWN.some((shown) => shown.test(type));
}

const DELAY_MAX_S = 30;
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

/** Most pages match neither part, so they are not parsed. */
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
