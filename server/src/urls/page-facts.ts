import { isVisible, readableLine } from '@zapdeck/contract/readable';
import type { FetchedPage } from './fetch-public.ts';
import { RAW_TITLE_MAX, readPageHead } from './page-head.ts';

const TITLE_KEPT = 200;

/** Hosts of companies that show pages of domains that nobody uses. */
const PARKING_HOSTS =
  /(^|\.)(sedo|sedoparking|dan|afternic|hugedomains|bodis|parkingcrew|above|undeveloped|domainmarket|uniregistry|parklogic|cashparking|buydomains)\.(com|net)$/;
/** What such pages say in their titles, and hardly any other page does. */
const PARKING_WORDS =
  /\b(domain (name )?(is |may be )?(for sale|parked|expired|available|default page)|(this|the) domain (is|has|may)|buy this domain|parked (domain|page|free)|domain parking|account (has been )?suspended|website (is )?(suspended|expired)|future home of)\b/i;

/** By what a page can be told from the one that was there before. */
export interface PageFacts {
  /** That the address leads to, in the end. */
  host: string;
  title: string | null;
  /** By what the page shows that nobody uses the domain any more; null where nothing says so. */
  parkedSign: string | null;
}

/** What a page is to whoever only sees it from outside: its own title first, and what it calls itself to others else. */
export function pageFacts(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>): PageFacts {
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
  return { host, title, parkedSign };
}
