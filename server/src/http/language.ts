import '@fastify/cookie';
import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../languages/preferred-language.ts';
import { isPseudo, type ShownLanguage, storedLanguage } from '../languages/shown-language.ts';
import { varyBy } from './headers.ts';

const COOKIE = 'lang';
const YEAR_S = 365 * 24 * 3_600;

interface OfferedLanguages {
  defaultLanguage: Language;
  languages: readonly Language[];
}

const ALL: OfferedLanguages = {
  defaultLanguage: DEFAULT_LANGUAGE,
  languages: Object.keys(languages) as Language[],
};

const offeredOn = new WeakMap<FastifyInstance['server'], () => OfferedLanguages>();

/** Sets the offered languages. They can change at any time. */
export function offerLanguages(app: FastifyInstance, offered: () => OfferedLanguages): void {
  offeredOn.set(app.server, offered);
}

const offeredFor = ({ server: app }: FastifyRequest): OfferedLanguages =>
  offeredOn.get(app.server)?.() ?? ALL;

const ofAccount = new WeakMap<FastifyRequest, string>();

/** Sets the language that the user chose. It takes precedence over cookie and browser. */
export function noteAccountLanguage(request: FastifyRequest, language: string | null): void {
  if (language !== null) ofAccount.set(request, language);
}

function askedFor(request: FastifyRequest): ShownLanguage | undefined {
  const tag = (request.query as Record<string, unknown> | undefined)?.[COOKIE];
  if (typeof tag !== 'string') return undefined;
  return isPseudo(tag) ? tag : preferredLanguage(tag, offeredFor(request).languages);
}

/** Returns true if the address sets the language of the response. */
export const isLanguageInAddress = (request: FastifyRequest): boolean =>
  askedFor(request) === languageOf(request);

const isShown = (tag: unknown, { languages: shown }: OfferedLanguages): tag is ShownLanguage =>
  isPseudo(tag) || shown.some((language) => language === tag);

/** Returns the language of the response: from `?lang=`, the user, the cookie, the browser, or the default. */
export function languageOf(request: FastifyRequest): ShownLanguage {
  const offered = offeredFor(request);
  const chosen = [ofAccount.get(request), request.cookies?.[COOKIE]];
  return (
    askedFor(request) ??
    chosen.find((tag) => isShown(tag, offered)) ??
    preferredLanguage(request.headers['accept-language'], offered.languages) ??
    offered.defaultLanguage
  );
}

/** Returns the language for mails of a new account. Null means the instance's default. */
export function languageToKeep(request: FastifyRequest): ShownLanguage | null {
  const language = languageOf(request);
  return language === offeredFor(request).defaultLanguage ? null : language;
}

/** Returns the language of `?lang=` or the default. For documents in shared caches. */
export function languageOfAddress(request: FastifyRequest): ShownLanguage {
  return askedFor(request) ?? offeredFor(request).defaultLanguage;
}

/** Sets or deletes (null) the language cookie. Scripts of pages also read it. */
export function keepLanguage(reply: FastifyReply, language: ShownLanguage | null, isSecure: boolean): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure } as const;
  if (language === null) void reply.clearCookie(COOKIE, options);
  else void reply.setCookie(COOKIE, language, { ...options, maxAge: YEAR_S });
}

/** Copies the user's choice to the cookie, because pages read no session. */
export function keepAccountLanguage(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  const language = storedLanguage(ofAccount.get(request) ?? null);
  if (language && request.cookies[COOKIE] !== language) keepLanguage(reply, language, isSecure);
}

/** Returns the language of a page and sets its headers. Stores `?lang=` in the cookie. */
export function speakTo(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): ShownLanguage {
  const language = languageOf(request);
  void reply.header('content-language', language);
  varyBy(reply, 'cookie', 'accept-language');
  if (askedFor(request) === language && request.cookies[COOKIE] !== language)
    keepLanguage(reply, language, isSecure);
  return language;
}
