import type { FetchedPage, HeaderLines } from './fetch-public.ts';

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

/** Takes the last valid one, without parameters. An empty string if there is none. */
export function mimeTypeOf(headers: HeaderLines): string {
  const entries = (headers['content-type'] ?? []).flatMap((line) => line.split(','));
  const types = entries.map((entry) => (/^[^\s;(]*/.exec(entry.trim())?.[0] ?? '').toLowerCase());
  return types.findLast((type) => type.includes('/') && type !== '*/*') ?? '';
}

function isNotToBeGuessed(headers: HeaderLines): boolean {
  return headers['x-content-type-options']?.[0]?.trim().toLowerCase() === 'nosniff';
}

/** Returns true if the page is HTML or XML, by its type or, without one, by its content. */
export function isMarkup({ headers, body }: Pick<FetchedPage, 'headers' | 'body'>): boolean {
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

/** Browsers save unknown types. */
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
