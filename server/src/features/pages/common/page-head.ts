import { html, jsonBlock, type Markup } from '../../../http/html.ts';
import { addressIn, languageLinks } from './language-links.ts';
import type { PageSite } from './page-site.ts';

interface HeadFacts {
  path: string;
  title: string;
  summary: string;
  /** A picture of 1200 x 630 pixels. Default: that of the instance. */
  picture?: { path: string; text: string } | undefined;
  data?: unknown;
  isIndexed?: boolean;
}

/** Renders the tags for search engines and link previews. */
export function pageHead(site: PageSite, facts: HeadFacts): Markup {
  const { publicUrl, instance, language, isLanguageInAddress, say } = site;
  const standardPicture = {
    path: '/og-image.jpg',
    text: say('Discover live web apps, one swipe at a time.'),
  };
  const { path, title, summary, picture = standardPicture, data, isIndexed = true } = facts;
  const anyLanguage = publicUrl + path;
  const url = isLanguageInAddress ? addressIn(language, anyLanguage) : anyLanguage;
  return html`${!isIndexed && html`<meta name="robots" content="noindex">\n`}<meta name="description" content="${summary}">
<link rel="canonical" href="${url}">
${languageLinks(anyLanguage, instance().languages)}<meta property="og:type" content="website">
<meta property="og:site_name" content="${instance().name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${publicUrl}${picture.path}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${picture.text}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${summary}">
<meta name="twitter:image" content="${publicUrl}${picture.path}">
${data !== undefined && html`<script type="application/ld+json">${jsonBlock(data)}</script>\n`}`;
}
