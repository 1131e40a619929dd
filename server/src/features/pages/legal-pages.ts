import { type LegalPageName, legalTitles } from '@zapdeck/contract/instance';
import { isPublished, textIn } from '@zapdeck/contract/public-instance';
import MarkdownIt from 'markdown-it';
import { html, Markup } from '../../http/html.ts';
import { writtenLanguage } from '../../languages/shown-language.ts';
import { pageFrame } from './common/page-frame.ts';
import { pageHead } from './common/page-head.ts';
import type { PageSite } from './common/page-site.ts';
import { type Retention, standardPrivacy } from './standard-privacy.ts';

/** CommonMark. HTML is shown as text, and links of dangerous schemes stay text. The content security policy blocks pictures. */
const markdown = new MarkdownIt('commonmark', { html: false }).disable('image');

function textOf(name: LegalPageName, retention: Retention, site: PageSite): string {
  const instance = site.instance();
  const own = textIn(instance.legal[name].text, writtenLanguage(site.language), instance);
  if (own !== null) return own;
  switch (name) {
    case 'privacy':
      return standardPrivacy(instance, retention, site);
    case 'terms':
      return site.say('This instance has not published terms.');
    case 'imprint':
      return site.say('This instance has not published an imprint.');
  }
}

/** Renders a legal page from its Markdown. */
export function legalPage(name: LegalPageName, retention: Retention, site: PageSite): Markup {
  const title = site.sayMarked(legalTitles[name]);
  const page = site.instance().legal[name];
  const body = html`<article class="legal"><h1>${title}</h1>
<div dir="auto">${new Markup(markdown.render(textOf(name, retention, site)))}</div></article>`;
  const summary = site.say('{title} of {name}', { title, name: site.instance().name });
  const isIndexed = name === 'privacy' || isPublished(page);
  return pageFrame(site, {
    title,
    head: pageHead(site, { path: `/${name}`, title: summary, summary, isIndexed }),
    body,
  });
}
