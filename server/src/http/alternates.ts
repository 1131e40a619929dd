import type { Language } from '@zapdeck/contract/languages';
import {
  alternatesPlaceholder,
  canonicalPath,
  type PrerenderedScreen,
  screenNames,
  screens,
} from '@zapdeck/contract/screens';
import { escapeHtml } from './html.ts';
import type { LivePart } from './live-page.ts';

/** Returns tags that name the address of a page in each language. Empty if there is only one. */
export function alternates(address: string, languages: readonly Language[]): string {
  if (languages.length < 2) return '';
  const tag = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`;
  return [
    ...languages.map((language) => tag(language, `${address}?lang=${language}`)),
    tag('x-default', address),
  ].join('');
}

const prerendered = screenNames.filter(
  (name): name is PrerenderedScreen => screens[name].page === 'prerendered',
);
const SECONDS = 5;

/** Returns the tags of all prerendered pages. */
export const alternatesPart = (publicUrl: string, offered: () => readonly Language[]): LivePart => ({
  places: prerendered.map(alternatesPlaceholder),
  seconds: SECONDS,
  read: async () => prerendered.map((name) => alternates(publicUrl + canonicalPath(name), offered())),
});
