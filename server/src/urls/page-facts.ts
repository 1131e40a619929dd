import { isVisible, readableLine } from '@zapdeck/contract/wire/readable';
import { appLanguageOf } from '@zapdeck/contract/apps/app-languages';
import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import type { FetchedPage } from './one-request.ts';
import { RAW_TITLE_MAX, readPageHead, type PageHead } from './page-head.ts';

const TAG_MAX = 35;

/** Returns the language of the root element, the header or the preview, or null. Error pages say nothing about the app. */
export function pageLanguage(
  { headers, status }: Pick<FetchedPage, 'headers' | 'status'>,
  head: Pick<PageHead, 'language' | 'metas'> | null,
): string | null {
  if (status < 200 || status >= 300) return null;
  // A header with several languages lists those of the readers.
  const tags = [head?.language, headers['content-language']?.join(), head?.metas.get('og:locale')];
  for (const tag of tags) {
    const language = tag === undefined || tag.length > TAG_MAX ? null : appLanguageOf(tag);
    if (language !== null) return language;
  }
  return null;
}

const titleNames = ['og:title', 'twitter:title'];
const descriptionNames = ['og:description', 'twitter:description', 'description'];

interface PagePreview {
  title: string | null;
  description: string | null;
  language: string | null;
}

/** Returns at most `max` UTF-16 units. Null if nothing visible is left. */
function clean(text: string | undefined, max: number): string | null {
  const line = readableLine((text ?? '').slice(0, RAW_TITLE_MAX).toWellFormed());
  if (!isVisible(line)) return null;
  if (line.length <= max) return line;
  return `${readableLine(cutText(line, max - 1))}…`;
}

export function pagePreview(page: Pick<FetchedPage, 'url' | 'headers' | 'status' | 'body'>): PagePreview {
  const head = readPageHead(page);
  const language = pageLanguage(page, head);
  if (!head) return { title: null, description: null, language };
  const first = (names: readonly string[]) => names.map((name) => head.metas.get(name)).find(Boolean);
  return {
    title: clean(first(titleNames) ?? head.title, TITLE_MAX),
    description: clean(first(descriptionNames), DESCRIPTION_MAX),
    language,
  };
}

const TITLE_KEPT = 200;

const PARKING_HOSTS =
  /(^|\.)(sedo|sedoparking|dan|afternic|hugedomains|bodis|parkingcrew|above|undeveloped|domainmarket|uniregistry|parklogic|cashparking|buydomains)\.(com|net)$/;
const PARKING_WORDS =
  /\b(domain (name )?(is |may be )?(for sale|parked|expired|available|default page)|(this|the) domain (is|has|may)|buy this domain|parked (domain|page|free)|domain parking|account (has been )?suspended|website (is )?(suspended|expired)|future home of)\b/i;

export interface PageFacts {
  host: string;
  title: string | null;
  parkedSign: string | null;
  language: string | null;
}

/** Returns facts about a page. Its own title precedes the one for previews. */
export function pageFacts(page: Pick<FetchedPage, 'url' | 'headers' | 'status' | 'body'>): PageFacts {
  const host = new URL(page.url).hostname;
  const head = readPageHead(page);
  const titles = [head?.title, head?.metas.get('og:title')];
  const title =
    titles
      .map((text) => readableLine((text ?? '').slice(0, RAW_TITLE_MAX).toWellFormed()))
      .find(isVisible)
      ?.slice(0, TITLE_KEPT)
      .toWellFormed() ?? null;
  const parkedSign = PARKING_HOSTS.test(host) ? host : ((title && PARKING_WORDS.exec(title)?.[0]) ?? null);
  return { host, title, parkedSign, language: pageLanguage(page, head) };
}
