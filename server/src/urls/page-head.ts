import { Parser } from 'htmlparser2';
import { VERIFY_META } from '@zapdeck/contract/frames/verification';
import { decodeHtml } from './decode-html.ts';
import type { FetchedPage } from './one-request.ts';

const SLICE = 16_384;
/** Maximum depth. Half a megabyte of open tags would take the parser seconds. */
const DEPTH_MAX = 256;
export const RAW_TITLE_MAX = 4_096;
const LINKS_MAX = 40;
const LISTED_MAX = 20;
/** Elements of a head. Any other element ends it, because it may contain visitors' words. */
const OF_HEADS = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'script', 'style', 'noscript']);

interface HeadLink {
  rels: readonly string[];
  href: string;
  type: string;
  sizes: string;
}

export interface PageHead {
  /** First value of each `<meta>`, by lower-case property or name. */
  metas: ReadonlyMap<string, string>;
  links: readonly HeadLink[];
  /** All values of the requested `<meta>` within the head. */
  listed: readonly string[];
  title: string;
  base: string;
  language: string | undefined;
}

type ReadPage = Pick<FetchedPage, 'url' | 'headers' | 'body'>;

const linkOf = (attributes: Readonly<Record<string, string>>): HeadLink => ({
  rels: (attributes['rel'] ?? '').toLowerCase().split(/\s+/),
  href: (attributes['href'] ?? '').trim(),
  type: (attributes['type'] ?? '').trim().toLowerCase(),
  sizes: (attributes['sizes'] ?? '').trim().toLowerCase(),
});

export function readPageHead(
  { url, headers, body }: ReadPage,
  { listed: listedName }: { listed?: string } = {},
): PageHead | null {
  const contentType = headers['content-type']?.[0] ?? 'text/html';
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType)) return null;
  const html = decodeHtml(body, contentType);
  const metas = new Map<string, string>();
  const links: HeadLink[] = [];
  const listed: string[] = [];
  let title = '';
  let base: string | undefined;
  let language: string | undefined;
  const at = { depth: 0, isInTitle: false, isOver: false, isInHead: true };
  const parser = new Parser({
    onopentag(name, attributes) {
      at.depth += 1;
      if (name === 'body' || at.depth > DEPTH_MAX) at.isOver = true;
      if (at.isOver) return;
      at.isInHead &&= OF_HEADS.has(name);
      if (name === 'html') language ??= attributes['lang'] ?? attributes['xml:lang'];
      if (name === 'title') at.isInTitle = title.trim() === '';
      if (name === 'base') base ??= attributes['href'];
      if (name === 'link' && links.length < LINKS_MAX) links.push(linkOf(attributes));
      if (name !== 'meta') return;
      const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
      const content = attributes['content']?.trim();
      if (content && !metas.has(key)) metas.set(key, content);
      const isAskedFor = attributes['name']?.trim().toLowerCase() === listedName;
      if (content && isAskedFor && at.isInHead && listed.length < LISTED_MAX) listed.push(content);
    },
    ontext(text) {
      if (at.isInTitle && !at.isOver && title.length < RAW_TITLE_MAX) title += text;
    },
    onclosetag(name) {
      at.depth -= 1;
      if (name === 'title') at.isInTitle = false;
    },
  });
  for (let from = 0; from < html.length && !at.isOver; from += SLICE)
    parser.write(html.slice(from, from + SLICE));
  return {
    metas,
    links,
    listed,
    title,
    language,
    base: (base === undefined ? null : URL.parse(base, url)?.href) ?? url,
  };
}

export function hasVerifyTag(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>, token: string): boolean {
  return readPageHead(page, { listed: VERIFY_META })?.listed.includes(token) === true;
}

export function hasVerifyLine({ body }: Pick<FetchedPage, 'body'>, token: string): boolean {
  return body
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .some((line) => line.trim() === token);
}
