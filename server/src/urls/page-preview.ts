import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import { isVisible, readableLine } from '@zapdeck/contract/wire/readable';
import type { FetchedPage } from './fetch-public.ts';
import { pageLanguage } from './page-language.ts';
import { RAW_TITLE_MAX, readPageHead } from './page-head.ts';

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
