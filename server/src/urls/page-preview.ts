import { DESCRIPTION_MAX, TITLE_MAX, URL_MAX } from '@zapdeck/contract/apps';
import { isVisible, readableLine } from '@zapdeck/contract/readable';
import { Parser } from 'htmlparser2';
import { decodeHtml } from './decode-html.ts';
import type { FetchedPage } from './fetch-public.ts';
import { isPublicHost } from './public-address.ts';

/** So much is parsed at a time, so that the parser can be left once the head is over. */
const SLICE = 16_384;
/** Deeper than any head. The parser takes longer for each tag the more are open: seconds for half a megabyte of them. */
const DEPTH_MAX = 256;
/** More than enough to be cleaned and cut; a page may have a title of half a megabyte. */
const RAW_TITLE_MAX = 4_096;

const titleNames = ['og:title', 'twitter:title'];
const descriptionNames = ['og:description', 'twitter:description', 'description'];
const imageNames = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** What a page says about itself, cut to what the submit form takes. */
export interface PagePreview {
  title: string | null;
  description: string | null;
  imageUrl: string | null;
}

interface Head {
  /** First value of each `<meta>`, by its lower-case property or name. */
  metas: Map<string, string>;
  title: string;
  base: string | undefined;
  isOver: boolean;
}

const nothing: PagePreview = { title: null, description: null, imageUrl: null };

function readHead(html: string): Head {
  const head: Head = { metas: new Map(), title: '', base: undefined, isOver: false };
  let isInTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (name === 'body' || depth > DEPTH_MAX) head.isOver = true;
      if (head.isOver) return;
      if (name === 'title') isInTitle = head.title.trim() === '';
      if (name === 'base') head.base ??= attributes['href'];
      if (name !== 'meta') return;
      const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
      const content = attributes['content']?.trim();
      if (content && !head.metas.has(key)) head.metas.set(key, content);
    },
    ontext(text) {
      if (isInTitle && !head.isOver && head.title.length < RAW_TITLE_MAX) head.title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') isInTitle = false;
    },
  });
  for (let at = 0; at < html.length && !head.isOver; at += SLICE) parser.write(html.slice(at, at + SLICE));
  return head;
}

/** One line of at most `max` UTF-16 units, as the form takes it; null when there is nothing to be seen. */
function clean(text: string | undefined, max: number): string | null {
  const line = readableLine((text ?? '').slice(0, RAW_TITLE_MAX).toWellFormed());
  if (!isVisible(line)) return null;
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  return `${readableLine(cut)}…`;
}

/** An image's address made absolute; null unless it is http(s), without credentials and, where asked for, public. */
function imageAddress(text: string, base: string, allowsPrivate: boolean): string | null {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.href.length > URL_MAX || !(allowsPrivate || isPublicHost(url.hostname))) return null;
  return url.href;
}

/** What an HTML page says about itself, Open Graph first; nothing of what is no HTML. */
export function pagePreview(
  { url, headers, body }: Pick<FetchedPage, 'url' | 'headers' | 'body'>,
  { allowsPrivateUrls }: { allowsPrivateUrls: boolean },
): PagePreview {
  const contentType = headers['content-type']?.[0] ?? 'text/html';
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType)) return nothing;
  const { metas, title, base } = readHead(decodeHtml(body, contentType));
  const first = (names: readonly string[]) => names.map((name) => metas.get(name)).find(Boolean);
  const from = (base === undefined ? null : URL.parse(base, url)?.href) ?? url;
  const images = imageNames.flatMap((name) => metas.get(name) ?? []);
  const addresses = images.map((image) => imageAddress(image, from, allowsPrivateUrls));
  return {
    title: clean(first(titleNames) ?? title, TITLE_MAX),
    description: clean(first(descriptionNames), DESCRIPTION_MAX),
    imageUrl: addresses.find((address) => address !== null) ?? null,
  };
}
