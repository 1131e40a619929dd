import { appLanguageOf } from '@zapdeck/contract/apps/app-languages';
import type { FetchedPage } from './fetch-public.ts';
import type { PageHead } from './page-head.ts';

/** Longer than any tag of a language that apps can have. */
const TAG_MAX = 35;

/**
 * Returns the language of a page, as in `appLanguages`: that of its root element, else of the header, else the one for previews. Null if
 * none of them names a language. Pages of errors say nothing about the app.
 */
export function pageLanguage(
  { headers, status }: Pick<FetchedPage, 'headers' | 'status'>,
  head: Pick<PageHead, 'language' | 'metas'> | null,
): string | null {
  if (status < 200 || status >= 300) return null;
  // A header with several languages names those of the readers.
  const tags = [head?.language, headers['content-language']?.join(), head?.metas.get('og:locale')];
  for (const tag of tags) {
    const language = tag === undefined || tag.length > TAG_MAX ? null : appLanguageOf(tag);
    if (language !== null) return language;
  }
  return null;
}
