import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/apps';
import { cutText } from '@zapdeck/contract/cut-text';
import { isVisible, readableLine } from '@zapdeck/contract/readable';
import type { FetchedPage } from './fetch-public.ts';
import { RAW_TITLE_MAX, readPageHead } from './page-head.ts';

const titleNames = ['og:title', 'twitter:title'];
const descriptionNames = ['og:description', 'twitter:description', 'description'];

/** What a page says about itself, cut to what the submit form takes. */
interface PagePreview {
  title: string | null;
  description: string | null;
}

/** One line of at most `max` UTF-16 units, as the form takes it; null when there is nothing to be seen. */
function clean(text: string | undefined, max: number): string | null {
  const line = readableLine((text ?? '').slice(0, RAW_TITLE_MAX).toWellFormed());
  if (!isVisible(line)) return null;
  if (line.length <= max) return line;
  return `${readableLine(cutText(line, max - 1))}…`;
}

/** What an HTML page says about itself, Open Graph first; nothing of what is no HTML. */
export function pagePreview(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>): PagePreview {
  const head = readPageHead(page);
  if (!head) return { title: null, description: null };
  const first = (names: readonly string[]) => names.map((name) => head.metas.get(name)).find(Boolean);
  return {
    title: clean(first(titleNames) ?? head.title, TITLE_MAX),
    description: clean(first(descriptionNames), DESCRIPTION_MAX),
  };
}
