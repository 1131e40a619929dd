import { isVisible, readableLine } from '@zapdeck/contract/wire/readable';
import type { FetchedPage } from './fetch-public.ts';
import { pageLanguage } from './page-language.ts';
import { RAW_TITLE_MAX, readPageHead } from './page-head.ts';

const TITLE_KEPT = 200;

const PARKING_HOSTS =
  /(^|\.)(sedo|sedoparking|dan|afternic|hugedomains|bodis|parkingcrew|above|undeveloped|domainmarket|uniregistry|parklogic|cashparking|buydomains)\.(com|net)$/;
const PARKING_WORDS =
  /\b(domain (name )?(is |may be )?(for sale|parked|expired|available|default page)|(this|the) domain (is|has|may)|buy this domain|parked (domain|page|free)|domain parking|account (has been )?suspended|website (is )?(suspended|expired)|future home of)\b/i;

export interface PageFacts {
  host: string;
  title: string | null;
  parkedSign: string | null;
  /** Null if the page names none. */
  language: string | null;
}

/** The title of the page comes before the one for previews. */
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
