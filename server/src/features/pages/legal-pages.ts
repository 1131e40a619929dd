import { type LegalPageName, legalTitles } from '@zapdeck/contract/instance/legal-texts';
import { isPublished, textIn } from '@zapdeck/contract/instance/public-instance';
import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import type { Db } from '../../db/client.ts';
import { html, Markup } from '../../http/html.ts';
import { writtenLanguage } from '../../languages/shown-language.ts';
import { readTextOfId } from '../instance/legal-texts.ts';
import { pageFrame } from './common/page-frame.ts';
import { pageHead } from './common/page-head.ts';
import type { PageSite } from './common/page-site.ts';
import { type Retention, standardPrivacy } from './standard-privacy.ts';

/** Letters of HTML kept in memory. */
const CACHED_MAX = 4_000_000;

/**
 * CommonMark with tables. HTML is shown as text, and links of dangerous schemes stay text. The content security policy blocks
 * pictures.
 */
const markdown = new MarkdownIt('commonmark', { html: false }).disable('image').enable('table');

/** Returns the id that GitHub gives a heading, so that documents written there keep their links. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

markdown.core.ruler.push('heading_ids', ({ tokens }) => {
  const taken = new Set<string>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const parts = tokens[index + 1]?.children ?? [];
    const wanted = idOf(parts.map(({ content }) => content).join(''));
    if (wanted === '') return;
    let id = wanted;
    for (let count = 1; taken.has(id); count += 1) id = `${wanted}-${count}`;
    taken.add(id);
    token.attrSet('id', id);
  });
});

type ReadOwnText = (id: string) => Promise<string | undefined>;

/** Caches the HTML of own texts by their id. */
export function createOwnTexts(db: Db): ReadOwnText {
  const rendered = new LRUCache<string, string>({
    maxSize: CACHED_MAX,
    sizeCalculation: ({ length }) => length + 1,
  });
  return async (id) => {
    const known = rendered.get(id);
    if (known !== undefined) return known;
    const text = await readTextOfId(db, id);
    if (text === undefined) return undefined;
    const made = markdown.render(text);
    rendered.set(id, made);
    return made;
  };
}

async function htmlOf(
  name: LegalPageName,
  { retention, ownTexts }: LegalSources,
  site: PageSite,
): Promise<string> {
  const instance = site.instance();
  const id = textIn(instance.legalTexts[name], writtenLanguage(site.language), instance);
  const own = id === null ? undefined : await ownTexts(id);
  if (own !== undefined) return own;
  switch (name) {
    case 'privacy':
      return markdown.render(standardPrivacy(instance, retention, site));
    case 'terms':
      return markdown.render(site.say('This instance has not published terms.'));
    case 'imprint':
      return markdown.render(site.say('This instance has not published an imprint.'));
  }
}

interface LegalSources {
  retention: Retention;
  ownTexts: ReadOwnText;
}

/** Renders a legal page from its Markdown. */
export async function legalPage(name: LegalPageName, sources: LegalSources, site: PageSite): Promise<Markup> {
  const title = site.sayMarked(legalTitles[name]);
  const instance = site.instance();
  const body = html`<article class="legal"><h1>${title}</h1>
<div dir="auto">${new Markup(await htmlOf(name, sources, site))}</div></article>`;
  const summary = site.say('{title} – {name}', { title, name: instance.name });
  const isIndexed = name === 'privacy' || isPublished(instance, name);
  return pageFrame(site, {
    title,
    head: pageHead(site, { path: `/${name}`, title: summary, summary, isIndexed }),
    body,
  });
}
