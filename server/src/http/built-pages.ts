import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';
import { type ScreenName, screenNames, screens } from '@zapdeck/contract/instance/screens';
import { dirOf, type ShownLanguage, testLanguages } from '../languages/shown-language.ts';
import { escapeHtml } from './html.ts';
import { type LivePart, livePages } from './live-page.ts';
import type { ReadyDocument } from './ready-document.ts';

export interface PageValues {
  publicUrl: string;
  platformName: string;
  providers: Readonly<Record<string, unknown>>;
}

export type Page = () => Promise<ReadyDocument>;

/** Pages that are also files of the build. The service worker stores them, to show them offline. */
export const storedPages = ['index', 'unreachable'] as const;
type PageName = (typeof storedPages)[number] | ScreenName;

/** Returns a page in a language. The empty page, `index`, stands for screens without a page. */
export type BuiltPages = (language: ShownLanguage, name?: PageName) => Page;

async function readTemplate(
  path: string,
  { publicUrl, platformName, providers }: PageValues,
): Promise<string | undefined> {
  const template = await readFile(path, 'utf8').catch(() => undefined);
  return template
    ?.replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl))
    .replaceAll('%PLATFORM_NAME%', () => escapeHtml(platformName))
    .replaceAll('%WAYS_IN%', Object.values(providers).some(Boolean) ? 'more' : 'password');
}

/** Test languages have no pages of their own: the scripts show their texts in the empty page. */
function inTestLanguage(template: string, language: keyof typeof testLanguages): string {
  return template.replace(/<html[^>]*>/, `<html lang="en-x-pseudo" dir="${dirOf(language)}">`);
}

/** Returns the folder of the pages in a language, with slashes around it. */
export const pagesFolder = (language: Language) => (language === DEFAULT_LANGUAGE ? '/' : `/${language}/`);

/** Reads the pages of the build in all languages. Undefined without a build: the development server makes them then. */
export async function readBuiltPages(
  folder: string,
  values: PageValues,
  parts: readonly LivePart[],
): Promise<BuiltPages | undefined> {
  const pages = new Map<string, Page>();
  const read = async (language: Language, name: PageName, path: string) => {
    const template = await readTemplate(path, values);
    if (template !== undefined) pages.set(`${language}/${name}`, livePages(parts, language)(template));
  };
  for (const language of Object.keys(languages) as Language[]) {
    const ofLanguage = pagesFolder(language);
    for (const name of storedPages) await read(language, name, join(folder, ofLanguage, `${name}.html`));
    for (const name of screenNames)
      if (screens[name].page) await read(language, name, join(folder, '.pages', ofLanguage, `${name}.html`));
  }
  const template = await readTemplate(join(folder, 'index.html'), values);
  if (template === undefined) return undefined;
  const empty = livePages(parts, DEFAULT_LANGUAGE)(template);
  for (const language of Object.keys(testLanguages) as (keyof typeof testLanguages)[])
    pages.set(`${language}/index`, livePages(parts, language)(inTestLanguage(template, language)));
  return (language, name = 'index') =>
    pages.get(`${language}/${name}`) ?? pages.get(`${language}/index`) ?? empty;
}
