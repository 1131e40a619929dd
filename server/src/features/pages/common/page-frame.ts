import type { PublicInstance } from '@zapdeck/contract/instance/instance';
import { legalTitles } from '@zapdeck/contract/instance/legal-texts';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import { iconPaths } from '../../instance/logo-paths.ts';
import { accentAttribute } from './accent-attribute.ts';
import { html, type Markup } from '../../../http/html.ts';
import { dirOf, writtenLanguage } from '../../../languages/shown-language.ts';
import type { PageSite } from './page-site.ts';

interface PageContent {
  title: string;
  head?: Markup;
  body: Markup;
}

const mark = html`<svg viewBox="0 0 64 64" aria-hidden="true"><rect x="15" y="5" width="40" height="52" rx="11" transform="rotate(8 35 31)" class="mark-card" opacity=".35"/><rect x="9" y="7" width="42" height="52" rx="12" transform="rotate(-5 30 33)" class="mark-card"/><path d="M34.5 12 17 36.5h10.2L24 54l19-26H32.2z" class="mark-bolt"/></svg>`;

function legalLinks({ say, sayMarked }: PageSite, { legal, contact }: PublicInstance): Markup {
  const link = (href: string | null, label: string) => href !== null && html`<a href="${href}">${label}</a>`;
  return html`${link(legal.privacy, sayMarked(legalTitles.privacy))}${link(legal.terms, sayMarked(legalTitles.terms))}${link(legal.imprint, sayMarked(legalTitles.imprint))}${link(contact, say('Contact'))}`;
}

/** Renders an HTML page with header and footer. */
export function pageFrame(site: PageSite, { title, head, body }: PageContent): Markup {
  const { stylesheet, instance, language, say } = site;
  const shown = publicInstance(instance(), writtenLanguage(language));
  const { name, tagline, logo, showPoweredBy } = shown;
  const icons = iconPaths(shown);
  return html`<!doctype html>
<html lang="${language}" dir="${dirOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name}</title>
<meta name="theme-color" content="#faf9fc" media="(prefers-color-scheme: light)" data-scheme="light">
<meta name="theme-color" content="#0c0a14" media="(prefers-color-scheme: dark)" data-scheme="dark">
<meta name="accent" content="${accentAttribute(shown)}">
<script src="/before-paint.js"></script>
<link rel="stylesheet" href="${stylesheet}">
<link rel="icon" href="${icons.icon}">
<link rel="apple-touch-icon" href="${icons.touch}">
${head ?? null}
</head>
<body>
<header class="top"><a class="brand" href="/">${logo === null ? mark : html`<img src="${icons.icon}" alt="" width="32" height="32">`}${name}</a><nav class="quiet" aria-label="${name}"><a href="${DISCOVER_PATH}">${say('Discover')}</a><a href="${TODAY_PATH}">${say('Today')}</a><a href="/about">${say('About')}</a></nav></header>
<main>
${body}
</main>
<footer><div><p>${tagline ?? say('Discover live web apps, one swipe at a time.')}</p>${showPoweredBy && html`<p>${say('Powered by {software}', { software: SOFTWARE_NAME })}</p>`}</div><nav aria-label="${say('More from {name}', { name })}"><a href="/feeds/new.xml">${say('Feed of new apps')}</a><a href="/about">${say('About {name}', { name })}</a>${legalLinks(site, shown)}</nav></footer>
</body>
</html>
`;
}
