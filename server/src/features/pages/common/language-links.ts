import { html, type Markup } from '../../../http/html.ts';

/** Returns the address of a page in a language. */
export function addressIn(language: string, address: string): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}

/** Returns link tags for the page in each language. Empty if there is only one. */
export function languageLinks(address: string, languages: readonly string[]): Markup {
  if (languages.length < 2) return html``;
  const link = (language: string, href: string) =>
    html`<link rel="alternate" hreflang="${language}" href="${href}">\n`;
  return html`${languages.map((one) => link(one, addressIn(one, address)))}${link('x-default', address)}`;
}
