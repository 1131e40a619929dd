import { type LegalPageName, legalTitles } from '@zapdeck/contract/instance';
import type { Language } from '@zapdeck/contract/languages';
import { isPublished, textIn } from '@zapdeck/contract/public-instance';
import MarkdownIt from 'markdown-it';
import { html, Markup } from '../../http/html.ts';
import { pageFrame, type PageSite } from './common/page-frame.ts';
import { pageHead } from './common/page-head.ts';
import { type Retention, standardPrivacy } from './standard-privacy.ts';

/** CommonMark. HTML is shown as text, and links of dangerous schemes stay text. The content security policy blocks pictures. */
const markdown = new MarkdownIt('commonmark', { html: false }).disable('image');

interface Legal {
  name: LegalPageName;
  language: Language;
  retention: Retention;
}

function textOf({ name, language, retention }: Legal, site: PageSite): string {
  const instance = site.instance();
  const own = textIn(instance.legal[name].text, language, instance);
  if (own !== null) return own;
  return name === 'privacy'
    ? standardPrivacy(instance, retention)
    : `This instance has not published ${name === 'terms' ? 'terms' : 'an imprint'}.`;
}

/** Renders a legal page from its Markdown. */
export function legalPage(legal: Legal, site: PageSite): Markup {
  const { name } = legal;
  const title = legalTitles[name];
  const page = site.instance().legal[name];
  const body = html`<article class="legal"><h1>${title}</h1>
<div dir="auto">${new Markup(markdown.render(textOf(legal, site)))}</div></article>`;
  const summary = `${title} of ${site.instance().name}`;
  const isIndexed = name === 'privacy' || isPublished(page);
  return pageFrame(site, {
    title,
    head: pageHead(site, { path: `/${name}`, title: summary, summary, isIndexed }),
    body,
  });
}
