import type { Instance } from '@zapdeck/contract/instance/instance';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Markup, type MarkupValues, sayMarkupIn } from '../../../http/html.ts';
import { isLanguageInAddress, speakTo } from '../../../http/language.ts';
import { type Speech, speechIn } from '../../../languages/say.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

export interface Site {
  publicUrl: string;
  instance: () => Instance;
  stylesheet: string;
  filesOfFeed: readonly string[];
  categoryIcons: Markup;
}

export interface PageSite extends Site, Speech {
  isLanguageInAddress: boolean;
  readonly sayMarkup: (text: string, values: MarkupValues) => Markup;
}

export const siteIn = (site: Site, language: ShownLanguage, isInAddress = false): PageSite => ({
  ...site,
  ...speechIn(language),
  isLanguageInAddress: isInAddress,
  sayMarkup: (text, values) => sayMarkupIn(language, text, values),
});

/** Returns the site in the language of the request, and sets the matching response headers. */
export function siteFor(site: Site, request: FastifyRequest, reply: FastifyReply): PageSite {
  const language = speakTo(request, reply, site.publicUrl.startsWith('https:'));
  return siteIn(site, language, isLanguageInAddress(request));
}
